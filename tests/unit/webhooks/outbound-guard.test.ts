import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCidrs } from '../../../server/events/outbound-addresses';
import {
  assertTarget,
  judgeTarget,
  judgeUrl,
  outboundPolicy,
  type OutboundPolicy,
} from '../../../server/events/outbound-guard';
import { send } from '../../../server/events/send';
import { ALLOWED_TARGETS, FORBIDDEN_TARGETS } from './targets';

const PUBLIC = '93.184.215.14';

function policy(changes: Partial<OutboundPolicy> = {}): OutboundPolicy {
  return {
    allowCidrs: [],
    allowPorts: [443, 8443],
    allowHttp: false,
    ownOrigins: ['https://clinic.example.com'],
    resolve: answers(PUBLIC),
    ...changes,
  };
}
function answers(...addresses: string[]): OutboundPolicy['resolve'] {
  return () =>
    Promise.resolve(
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}
const failing: OutboundPolicy['resolve'] = () =>
  Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));

describe('targets that are refused by what they are', () => {
  const all = Object.values(FORBIDDEN_TARGETS).flat();

  it('holds at least 200 different ones', () => {
    expect(new Set(all).size).toBeGreaterThanOrEqual(200);
  });

  describe.each(Object.entries(FORBIDDEN_TARGETS))('%s', (_reason, urls) => {
    it.each(urls.map((url) => [JSON.stringify(url), url]))(
      '%s at creation and at send',
      async (_shown, url) => {
        expect(await judgeTarget(url, policy())).toMatchObject({
          code: expect.stringMatching(/^(not_allowed|invalid_format)$/),
        });
        expect(judgeUrl(url, policy())).toHaveProperty('refusal');
        expect(await send(url, {}, '{}', { policy: policy() })).toMatchObject({
          error: 'blocked_address',
          status: null,
        });
      },
    );
  });

  it.each(ALLOWED_TARGETS)('%s is usable', async (url) => {
    expect(await judgeTarget(url, policy())).toBeNull();
  });

  it('our own origin is refused, in any spelling', async () => {
    for (const url of ['https://clinic.example.com/hook', 'https://CLINIC.example.com:443/']) {
      expect(await judgeTarget(url, policy())).toMatchObject({ code: 'not_allowed' });
    }
    expect(await judgeTarget('https://clinic.example.com:8443/', policy())).toBeNull();
  });

  it('the settings of the process give https on 443 and 8443 only', async () => {
    const real = { ...outboundPolicy(), resolve: answers(PUBLIC) };
    expect(real).toMatchObject({ allowHttp: false, allowCidrs: [], allowPorts: [443, 8443] });
    const own = { ...real, allowHttp: true, allowCidrs: readCidrs(['127.0.0.0/8']) };
    expect(await judgeTarget('http://127.0.0.1:3000/v1', own)).toMatchObject({ code: 'not_allowed' });
    expect(await judgeTarget('http://127.0.0.1:3001/v1', own)).toBeNull();
  });

  it('names the field and its pointer, and no address', async () => {
    const refused = assertTarget(
      'https://inner.example.org/',
      '/url',
      policy({ resolve: answers('10.11.12.13') }),
    );
    await expect(refused).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/url', code: 'not_allowed' }] },
    });
    await expect(refused).rejects.not.toHaveProperty(
      'extras.errors.0.message',
      expect.stringContaining('10.11'),
    );
  });
});

describe('what the operator may open', () => {
  it('an address inside the allow list is exempt from range and port', async () => {
    const open = policy({ allowCidrs: readCidrs(['10.20.0.0/16', 'fd00:1::/32']) });
    for (const url of [
      'https://10.20.1.1/',
      'https://10.20.1.1:9999/',
      'https://[fd00:1::5]:81/',
      'https://[::ffff:10.20.1.1]/',
    ]) {
      expect(await judgeTarget(url, open), url).toBeNull();
    }
    for (const url of [
      'https://10.21.1.1/',
      'https://[fd00:2::5]/',
      'https://8.8.8.8:81/',
      'http://10.20.1.1/',
      'https://a:b@10.20.1.1/',
    ]) {
      expect(await judgeTarget(url, open), url).not.toBeNull();
    }
  });
  it('a name is exempt only when every address is inside', async () => {
    const allowCidrs = readCidrs(['10.20.0.0/16']);
    const url = 'https://lab.example.org:9999/';
    expect(
      await judgeTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', '10.20.0.6') })),
    ).toBeNull();
    expect(
      await judgeTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', PUBLIC) })),
    ).toMatchObject({ message: expect.stringContaining('ports') });
    expect(
      await judgeTarget(url, policy({ allowCidrs, resolve: answers('10.20.0.5', '10.21.0.5') })),
    ).not.toBeNull();
  });
  it('names of this machine stay refused whatever the list says', async () => {
    const open = policy({ allowCidrs: readCidrs(['0.0.0.0/0', '::/0']), allowHttp: true });
    for (const url of [
      'http://localhost:8080/',
      'https://printer.local/',
      'https://db.internal/',
      'https://clinic.example.com/',
    ]) {
      expect(await judgeTarget(url, open), url).not.toBeNull();
    }
  });
  it('http and further ports only when switched on', async () => {
    expect(await judgeTarget('http://example.org:8443/', policy({ allowHttp: true }))).toBeNull();
    expect(await judgeTarget('http://example.org/', policy({ allowHttp: true }))).not.toBeNull();
    expect(
      await judgeTarget('https://example.org:9000/', policy({ allowPorts: [443, 8443, 9000] })),
    ).toBeNull();
  });
  it('an entry that is no network opens nothing', () => {
    expect(readCidrs(['999.0.0.0/8', '10.0.0.0/99', 'word'])).toEqual([]);
  });
});

describe('names', () => {
  let server: http.Server;
  let port = 0;
  let seen = 0;
  beforeAll(async () => {
    server = http.createServer((_request, response) => {
      seen += 1;
      response.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());
  const open = (changes: Partial<OutboundPolicy>) =>
    policy({ allowHttp: true, allowPorts: [port], ...changes });

  const inner = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%lo',
    'fd00::1',
    '64:ff9b::7f00:1',
    '0.0.0.0',
    'not an address',
  ];
  it.each(inner)(
    'one that resolves to %s is refused at creation and at connect, alone or among public answers',
    async (address) => {
      for (const mix of [
        [address],
        [PUBLIC, address],
        [address, PUBLIC],
        [PUBLIC, '2606:4700:4700::1111', address],
      ]) {
        const guarded = open({ resolve: answers(...mix) });
        expect(await judgeTarget(`http://receiver.example.org:${port}/`, guarded)).toMatchObject({
          code: 'not_allowed',
        });
        const answer = await send(`http://receiver.example.org:${port}/`, {}, '{}', { policy: guarded });
        expect(answer).toMatchObject({
          error: 'blocked_address',
          status: null,
          detail: 'The address is not allowed.',
        });
      }
      expect(seen).toBe(0);
    },
  );

  it('rebinding: public when judged, private when connected', async () => {
    let asked = 0;
    const resolve: OutboundPolicy['resolve'] = (name) => answers(asked++ === 0 ? PUBLIC : '127.0.0.1')(name);
    const guarded = open({ resolve });
    const url = `http://rebinding.example.org:${port}/`;
    expect(await judgeTarget(url, guarded)).toBeNull();
    expect(await send(url, {}, '{}', { policy: guarded })).toMatchObject({ error: 'blocked_address' });
    expect(seen).toBe(0);
  });

  it('the judged address is the one that is connected to: one question per connection', async () => {
    let asked = 0;
    const resolve: OutboundPolicy['resolve'] = (name) =>
      answers(asked++ === 0 ? '127.0.0.1' : '127.0.0.99')(name);
    const guarded = open({ allowCidrs: readCidrs(['127.0.0.1/32']), resolve });
    expect(await send(`http://pinned.example.org:${port}/`, {}, '{}', { policy: guarded })).toMatchObject({
      error: null,
      status: 200,
    });
    expect(asked).toBe(1);
    expect(seen).toBe(1);
  });

  it('one that does not resolve, or not in time, is stored and judged at connect', async () => {
    expect(await judgeTarget('https://new.example.org/', policy({ resolve: failing }))).toBeNull();
    vi.useFakeTimers();
    const slow = judgeTarget(
      'https://slow.example.org/',
      policy({ resolve: () => new Promise(() => undefined) }),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(await slow).toBeNull();
    expect(
      await send('https://new.example.org/', {}, '{}', { policy: policy({ resolve: failing }) }),
    ).toMatchObject({ error: 'dns' });
    expect(
      await send('https://empty.example.org/', {}, '{}', { policy: policy({ resolve: answers() }) }),
    ).toMatchObject({ error: 'dns' });
  });

  it('a redirect to an inner address is an answer, not a way', async () => {
    const redirecting = http.createServer((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const before = seen;
    const target = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`;
    expect(
      await send(target, {}, '{}', { policy: open({ allowCidrs: readCidrs(['127.0.0.0/8']) }) }),
    ).toMatchObject({ error: 'redirect', status: 302 });
    expect(seen).toBe(before);
    redirecting.close();
  });
});
