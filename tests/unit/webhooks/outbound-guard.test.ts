import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { readCidrs } from '../../../server/outbound/outbound-addresses';
import { assertTarget, checkTarget, checkUrl, outboundPolicy } from '../../../server/outbound/outbound-guard';
import { send } from '../../../server/deliveries/send';
import { closeReceiversAfterEach, listen } from './loopback';
import { answers, policy, PUBLIC } from './policy';
import { ALLOWED_TARGETS, FORBIDDEN_TARGETS } from './targets';

closeReceiversAfterEach();

describe('forbidden webhook targets', () => {
  const all = Object.values(FORBIDDEN_TARGETS).flat();

  it('include at least 200 different ones', () => {
    expect(new Set(all).size).toBeGreaterThanOrEqual(200);
  });

  describe.each(Object.entries(FORBIDDEN_TARGETS))('%s', (_reason, urls) => {
    it.each(urls.map((url) => [JSON.stringify(url), url]))(
      '%s at creation and at send',
      async (_shown, url) => {
        expect(await checkTarget(url, policy())).toMatchObject({
          code: expect.stringMatching(/^(not_allowed|invalid_format)$/),
        });
        expect(checkUrl(url, policy())).toHaveProperty('problem');
        expect(await send(url, {}, '{}', { policy: policy() })).toMatchObject({
          error: 'blocked_address',
          status: null,
        });
      },
    );
  });

  it.each(ALLOWED_TARGETS)('exclude %s', async (url) => {
    expect(await checkTarget(url, policy())).toBeNull();
  });

  it('include our own origin in any spelling', async () => {
    for (const url of ['https://clinic.example.com/hook', 'https://CLINIC.example.com:443/']) {
      expect(await checkTarget(url, policy())).toMatchObject({ code: 'not_allowed' });
    }
    expect(await checkTarget('https://clinic.example.com:8443/', policy())).toBeNull();
  });

  it('are limited to https on 443 and 8443 by the process settings', async () => {
    const real = { ...outboundPolicy(), resolve: answers(PUBLIC) };
    expect(real).toMatchObject({ allowHttp: false, allowCidrs: [], allowPorts: [443, 8443] });
    const allowPorts = [...real.allowPorts, 3000, 3001];
    const own = { ...real, allowHttp: true, allowPorts, allowCidrs: readCidrs(['127.0.0.0/8']) };
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::1]', '2130706433'])
      expect(await checkTarget(`http://${host}:3000/v1`, own), host).toMatchObject({
        message: 'The URL cannot lead to this service.',
      });
    expect(await checkTarget('http://127.0.0.1:3001/v1', own)).toBeNull();
  });

  it('are reported with field and pointer, and without address', async () => {
    const rejected = assertTarget(
      'https://inner.example.org/',
      '/url',
      policy({ resolve: answers('10.11.12.13') }),
    );
    await expect(rejected).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/url', code: 'not_allowed' }] },
    });
    await expect(rejected).rejects.not.toHaveProperty(
      'extras.errors.0.message',
      expect.stringContaining('10.11'),
    );
  });
});

describe('networks allowed by the operator', () => {
  it('exempt an address from the range check, never from the port check', async () => {
    const open = policy({ allowCidrs: readCidrs(['10.20.0.0/16', 'fd00:1::/32']) });
    for (const url of [
      'https://10.20.1.1/',
      'https://10.20.1.1:8443/',
      'https://[fd00:1::5]/',
      'https://[::ffff:10.20.1.1]/',
    ]) {
      expect(await checkTarget(url, open), url).toBeNull();
    }
    for (const url of [
      'https://10.20.1.1:9999/',
      'https://10.20.1.1:5432/',
      'https://[fd00:1::5]:22/',
      'https://10.21.1.1/',
      'https://[fd00:2::5]/',
      'https://8.8.8.8:81/',
      'http://10.20.1.1/',
      'https://a:b@10.20.1.1/',
    ]) {
      expect(await checkTarget(url, open), url).not.toBeNull();
    }
  });
  it('exempt a name only when every address is inside', async () => {
    const allowCidrs = readCidrs(['10.20.0.0/16']);
    const url = 'https://lab.example.org:8443/';
    const inside = answers('10.20.0.5', '10.20.0.6');
    expect(await checkTarget(url, policy({ allowCidrs, resolve: inside }))).toBeNull();
    expect(await checkTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', PUBLIC) }))).toBeNull();
    expect(
      await checkTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', '10.21.0.5') })),
    ).not.toBeNull();
    expect(
      await checkTarget('https://lab.example.org:9999/', policy({ allowCidrs, resolve: inside })),
    ).toMatchObject({ message: expect.stringContaining('port ') });
  });
  it('open no other port, by address or by name', async () => {
    let asked = 0;
    const port = await listen(http.createServer((_request, response) => response.end(String(++asked))));
    const open = policy({
      allowHttp: true,
      allowCidrs: readCidrs(['127.0.0.0/8']),
      resolve: answers('127.0.0.1'),
      allowPorts: [443, port],
    });
    const closed = { ...open, allowPorts: [443] };
    for (const host of ['127.0.0.1', 'inner.example.org']) {
      const url = `http://${host}:${port}/`;
      expect(await checkTarget(url, closed), host).toMatchObject({ code: 'not_allowed' });
      expect(await send(url, {}, '{}', { policy: closed }), host).toMatchObject({ error: 'blocked_address' });
      expect(asked, host).toBe(0);
    }
    expect(await send(`http://127.0.0.1:${port}/`, {}, '{}', { policy: open })).toMatchObject({
      error: null,
    });
  });
  it('count the response of a receiver without storing it', async () => {
    const port = await listen(
      http.createServer((_request, response) => response.end('INTERNAL ADMIN PAGE token=abc123')),
    );
    const open = policy({
      allowHttp: true,
      allowCidrs: readCidrs(['127.0.0.0/8']),
      resolve: answers('127.0.0.1'),
      allowPorts: [port],
    });
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'inner.example.org'])
      expect(await send(`http://${host}:${port}/`, {}, '{}', { policy: open }), host).toMatchObject({
        error: null,
        status: 200,
        excerpt: null,
        size: 32,
      });
  });
  it('never exempt names of this machine', async () => {
    const open = policy({ allowCidrs: readCidrs(['0.0.0.0/0', '::/0']), allowHttp: true });
    for (const url of [
      'http://localhost:8080/',
      'https://printer.local/',
      'https://db.internal/',
      'https://clinic.example.com/',
    ]) {
      expect(await checkTarget(url, open), url).not.toBeNull();
    }
  });
  it('allow http and other ports only when enabled', async () => {
    expect(await checkTarget('http://example.org:8443/', policy({ allowHttp: true }))).toBeNull();
    expect(await checkTarget('http://example.org/', policy({ allowHttp: true }))).not.toBeNull();
    expect(
      await checkTarget('https://example.org:9000/', policy({ allowPorts: [443, 8443, 9000] })),
    ).toBeNull();
  });
  it('ignore an invalid entry', () => {
    expect(readCidrs(['999.0.0.0/8', '10.0.0.0/99', 'word'])).toEqual([]);
  });
});
