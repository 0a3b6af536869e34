import https from 'node:https';
import { describe, expect, it } from 'vitest';
import { readCidrs } from '../../../server/outbound/outbound-addresses';
import { readTextFromUrl } from '../../../server/outbound/read-text-from-url';
import { selfSigned } from './certificate';
import { closeReceiversAfterEach, listen, loopback } from './loopback';
import { answers, policy } from './policy';

closeReceiversAfterEach();

/** The host name proof is fetched under the rules for webhooks: E-07 for a second URL that a user can enter. */

const HOST = 'app.example.org';
const { key, cert } = selfSigned(HOST);

type Said = [status: number, body: string, headers?: Record<string, string>];

async function published(answer: (path: string) => Said) {
  const asked: string[] = [];
  const server = https.createServer({ key, cert }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [status, body, headers = {}] = answer(request.url ?? '');
    response.writeHead(status, headers).end(body);
  });
  const url = `https://${HOST}:${await listen(server)}/.well-known/proof.txt`;
  return { url, asked };
}
const read = (url: string) => readTextFromUrl(url, { policy: loopback, ca: cert });

describe('published text', () => {
  it('is read by one GET, without surrounding whitespace', async () => {
    const { url, asked } = await published(() => [200, ' the line\r\n']);
    expect(await read(url)).toEqual({ text: 'the line' });
    expect(asked).toEqual(['GET /.well-known/proof.txt']);
  });

  it('is read only there, and only after success', async () => {
    const { url, asked } = await published((path) =>
      path === '/moved' ? [200, 'the line'] : [302, 'the line', { location: '/moved' }],
    );
    expect(await read(url)).toMatchObject({
      problem: expect.stringContaining('redirects are not followed') as string,
    });
    expect(asked.length).toBe(1);
    for (const status of [404, 410, 500, 401]) {
      const { url: failing } = await published(() => [status, 'the line']);
      expect(await read(failing), String(status)).toHaveProperty('problem');
    }
  });

  it('is cut after a kilobyte of any response', async () => {
    const { url } = await published(() => [200, 'x'.repeat(5_000_000)]);
    expect(await read(url)).toEqual({ text: 'x'.repeat(1024) });
  });

  it('requires verified TLS of the right host', async () => {
    const { url } = await published(() => [200, 'the line']);
    expect(await readTextFromUrl(url, { policy: loopback })).toHaveProperty('problem');
    expect(await read(url.replace(HOST, 'other.example.org'))).toEqual({
      problem: 'The TLS certificate is for another host name.',
    });
  });

  it('is never requested from private, local or reserved addresses, by name or by number', async () => {
    const { url, asked } = await published(() => [200, 'the line']);
    const port = new URL(url).port;
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])
      expect(
        await readTextFromUrl(`https://${HOST}/proof.txt`, {
          policy: policy({ resolve: answers(address) }),
          ca: cert,
        }),
        address,
      ).toEqual({ problem: 'The address is not allowed.' });
    for (const place of [
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://localhost/',
      'https://a.internal/',
      `https://${HOST}:${port}/`,
      `http://${HOST}/`,
      `https://u@${HOST}/`,
      'https://clinic.example.com/',
    ])
      expect(await readTextFromUrl(place, { policy: policy(), ca: cert }), place).toEqual({
        problem: expect.stringMatching(/^The (URL|host name) (must|cannot) /) as string,
      });
    // One forbidden address among several is enough.
    const mixed = { ...loopback, allowCidrs: readCidrs([]), resolve: answers('93.184.215.14', '127.0.0.1') };
    expect(await readTextFromUrl(`https://${HOST}/`, { policy: mixed, ca: cert })).toEqual({
      problem: 'The address is not allowed.',
    });
    expect(asked).toEqual([]);
  });
});
