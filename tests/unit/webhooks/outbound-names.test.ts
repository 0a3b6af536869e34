import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCidrs } from '../../../server/outbound/outbound-addresses';
import { checkTarget, type OutboundPolicy } from '../../../server/outbound/outbound-guard';
import { send } from '../../../server/deliveries/send';
import { answers, failing, policy, PUBLIC } from './policy';

describe('webhook host name', () => {
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
    '::8.8.8.8',
    'fe80::1',
    'fe80::1%lo',
    'fd00::1',
    '64:ff9b::7f00:1',
    '0.0.0.0',
    'not an address',
  ];
  it.each(inner)(
    'that resolves to %s is rejected at creation and at connect, alone or among public addresses',
    async (address) => {
      for (const mix of [
        [address],
        [PUBLIC, address],
        [address, PUBLIC],
        [PUBLIC, '2606:4700:4700::1111', address],
      ]) {
        const guarded = open({ resolve: answers(...mix) });
        expect(await checkTarget(`http://receiver.example.org:${port}/`, guarded)).toMatchObject({
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

  it('with rebinding is rejected: public when checked, private when connected', async () => {
    let asked = 0;
    const resolve: OutboundPolicy['resolve'] = (name) => answers(asked++ === 0 ? PUBLIC : '127.0.0.1')(name);
    const guarded = open({ resolve });
    const url = `http://rebinding.example.org:${port}/`;
    expect(await checkTarget(url, guarded)).toBeNull();
    expect(await send(url, {}, '{}', { policy: guarded })).toMatchObject({ error: 'blocked_address' });
    expect(seen).toBe(0);
  });

  it('is resolved once per connection, to the checked address', async () => {
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

  it('that does not resolve in time is stored and checked at connect', async () => {
    expect(await checkTarget('https://new.example.org/', policy({ resolve: failing }))).toBeNull();
    vi.useFakeTimers();
    const slow = checkTarget(
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

  it('with a redirect to a private address is not followed', async () => {
    const redirecting = http.createServer((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const before = seen;
    const { port: at } = redirecting.address() as AddressInfo;
    const allowed = open({ allowCidrs: readCidrs(['127.0.0.0/8']), allowPorts: [at, port] });
    expect(await send(`http://127.0.0.1:${at}/`, {}, '{}', { policy: allowed })).toMatchObject({
      error: 'redirect',
      status: 302,
    });
    expect(seen).toBe(before);
    redirecting.close();
  });
});
