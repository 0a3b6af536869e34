import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { env } from '../../../server/env';
import { checkTarget, outboundPolicy, type OutboundPolicy } from '../../../server/outbound/outbound-guard';
import { readTextFromUrl } from '../../../server/outbound/read-text-from-url';
import { send } from '../../../server/deliveries/send';
import { selfSigned } from './certificate';
import { closeReceiversAfterEach, listen } from './loopback';

closeReceiversAfterEach();

/** A proxy on loopback that resolves all names to this machine. */

const NAME = 'receiver.example.org';
let asked: { target: string; authorization: string | undefined }[];
let bytes: Buffer[];
let answer: string | null;
beforeEach(() => void ([asked, bytes, answer] = [[], [], 'HTTP/1.1 200 OK\r\n\r\n']));

function connecting<Server extends net.Server>(server: Server): Server {
  return server.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push({ target: request.url!, authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    if (answer === null) return void socket.resume();
    if (!answer.includes(' 200 ')) return void socket.end(answer);
    const onward = net.connect(Number(new URL(`http://${request.url!}`).port), '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    onward.once('connect', () => {
      socket.write(answer!);
      socket.pipe(onward).pipe(socket);
    });
  });
}

const policy = (proxy: string, more: Partial<OutboundPolicy> = {}): OutboundPolicy => ({
  allowCidrs: [],
  allowPorts: [443],
  allowHttp: true,
  ownOrigins: [],
  resolve: () => Promise.reject(new Error('no name server may be asked')),
  proxy: { url: new URL(proxy) },
  ...more,
});
const proxyUrl = async () => `http://127.0.0.1:${await listen(connecting(http.createServer()))}`;
const post = (url: string, of: OutboundPolicy, ca?: string) =>
  send(url, { 'webhook-id': 'evt_1' }, '{"a":"secret of the body"}', {
    policy: of,
    connectMs: 400,
    totalMs: 800,
    ...(ca ? { ca } : {}),
  });

async function secureReceiver(name = NAME) {
  const { key, cert } = selfSigned(name);
  const server = https.createServer({ key, cert }, (request, response) => {
    request.resume().on('end', () => response.end('ok'));
  });
  return { port: await listen(server), cert };
}

describe('egress proxy', () => {
  it('receives the host name, while TLS ends at the receiver', async () => {
    const { port, cert } = await secureReceiver();
    const proxy = (await proxyUrl()).replace('//', '//user%40clinic:pass%3Aword@');
    const to = `https://${NAME}:${port}/hook`;
    const of = policy(proxy, { allowPorts: [port] });
    expect(await post(to, of, cert)).toMatchObject({ error: null, status: 200, excerpt: 'ok' });
    expect(asked).toEqual([
      { target: `${NAME}:${port}`, authorization: `Basic ${btoa('user@clinic:pass:word')}` },
    ]);
    expect(Buffer.concat(bytes).toString('latin1')).not.toMatch(/secret of the body|webhook-id/);
    expect(await readTextFromUrl(to, { policy: of, ca: cert })).toEqual({ text: 'ok' });
    expect(asked).toHaveLength(2);
  });

  it('reports an invalid certificate of the receiver', async () => {
    const of = policy(await proxyUrl(), { allowPorts: [0] });
    const [other, unknown] = [await secureReceiver('other.example.org'), await secureReceiver()];
    of.allowPorts = [other.port, unknown.port];
    expect(await post(`https://${NAME}:${other.port}/`, of, other.cert)).toMatchObject({
      error: 'tls',
      detail: 'The TLS certificate is for another host name.',
    });
    expect(await post(`https://${NAME}:${unknown.port}/`, of)).toMatchObject({
      error: 'tls',
      detail: 'The TLS certificate is self-signed.',
    });
  });

  it('has one tunnel per receiver, used for many requests', async () => {
    const server = () =>
      http.createServer((request, response) => request.resume().on('end', () => response.end()));
    const [one, other] = [await listen(server()), await listen(server())];
    const of = policy(await proxyUrl(), { allowPorts: [one, other] });
    for (const port of [one, one, one, other])
      expect(await post(`http://${NAME}:${port}/`, of)).toMatchObject({ error: null });
    expect(asked.map(({ target }) => target)).toEqual([`${NAME}:${one}`, `${NAME}:${other}`]);
  });

  it('can itself be reached by https', async () => {
    const { key, cert: ca } = selfSigned('127.0.0.1');
    const url = new URL(
      `https://127.0.0.1:${await listen(connecting(https.createServer({ key, cert: ca })))}`,
    );
    const { port, cert } = await secureReceiver();
    const to = `https://${NAME}:${port}/`;
    expect(
      await post(to, policy('http://x', { allowPorts: [port], proxy: { url, ca } }), cert),
    ).toMatchObject({
      error: null,
    });
    expect(await post(to, policy('http://x', { allowPorts: [port], proxy: { url } }), cert)).toMatchObject({
      detail: 'The proxy of this service cannot be reached.',
      ours: true,
    });
  });
});

describe('failing egress proxy', () => {
  it.each([
    ['HTTP/1.1 403 Forbidden\r\n\r\n', 'connection', 'The proxy rejected the connection: 403.', false],
    [
      'HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n',
      'connection',
      'The proxy rejected the connection: 410.',
      false,
    ],
    ['HTTP/1.1 407 Who\r\n\r\n', 'connection', 'The proxy rejected the credentials of this service.', true],
    ['nonsense', 'connection', 'The proxy of this service cannot be reached.', true],
    ['', 'connection', 'The proxy of this service cannot be reached.', true],
    [null, 'timeout', 'No connection within 5 seconds.', false],
  ])('%j: %s, %s', async (said, error, detail, ours) => {
    answer = said;
    expect(await post(`https://${NAME}/`, policy(await proxyUrl()))).toMatchObject({
      error,
      detail,
      status: null,
      excerpt: null,
      size: null,
      retryAfter: null,
      ours,
    });
  });

  it("that is not running is our error, not the receiver's", async () => {
    expect(await post(`https://${NAME}/`, policy('http://127.0.0.1:1'))).toMatchObject({
      error: 'connection',
      detail: 'The proxy of this service cannot be reached.',
      ours: true,
    });
  });

  it('connection is closed after the request', async () => {
    answer = null;
    const server = connecting(http.createServer());
    const closed = new Promise((resolve) => server.on('connection', (socket) => socket.on('end', resolve)));
    await post(`https://${NAME}/`, policy(`http://127.0.0.1:${await listen(server)}`));
    await closed;
  });
});

describe('address check with a proxy', () => {
  it('rejects literals, names and ports before the proxy is asked', async () => {
    const of = policy(await proxyUrl(), { allowCidrs: [] });
    for (const url of [
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://[::ffff:127.0.0.1]/',
      'https://0x7f.1/',
      'https://localhost/',
      'https://db.internal/',
      `https://${NAME}:22/`,
    ])
      expect(await post(url, of), url).toMatchObject({ error: 'blocked_address' });
    expect(asked).toEqual([]);
  });

  it('opens no port of names by an exempt network, because the proxy resolves them', async () => {
    const of = policy(await proxyUrl(), { allowCidrs: outboundPolicyOf('10.0.0.0/8') });
    expect(await post(`https://${NAME}:22/`, of)).toMatchObject({ error: 'blocked_address' });
    expect(await checkTarget(`https://${NAME}/`, of)).toBeNull();
  });
});

const before = { ...env };
afterEach(
  () => void Object.assign(env, { EGRESS_PROXY: undefined, WEBHOOK_ALLOW_CIDRS: before.WEBHOOK_ALLOW_CIDRS }),
);
function outboundPolicyOf(cidr: string) {
  env.WEBHOOK_ALLOW_CIDRS = [cidr];
  return outboundPolicy().allowCidrs;
}

it('proxy setting applies to every request', async () => {
  env.EGRESS_PROXY = await proxyUrl();
  answer = 'HTTP/1.1 403 No\r\n\r\n';
  const headers = { 'webhook-id': 'evt_1' };
  expect(await send(`https://${NAME}/`, headers, '{}')).toMatchObject({
    detail: 'The proxy rejected the connection: 403.',
  });
  expect(asked).toMatchObject([{ target: `${NAME}:443` }]);
});
