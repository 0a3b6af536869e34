import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCidrs } from '../../../server/outbound/outbound-addresses';
import { checkTarget } from '../../../server/outbound/outbound-guard';
import { closeConnections } from '../../../server/outbound/post';
import { resolverOf } from '../../../server/outbound/resolve';
import { send } from '../../../server/deliveries/send';
import { closeReceiversAfterEach, listen } from './loopback';
import { nameServer, type NameServer } from './name-server';
import { policy, PUBLIC } from './policy';

closeReceiversAfterEach();

/** E-07 with a real name server: addresses are checked at the connection, and only checked ones are connected to. */

let dns: NameServer;
beforeAll(async () => void (dns = await nameServer()));
afterAll(() => dns.close());

let port = 0;
let seen = 0;
beforeEach(async () => {
  // Reused connections need no name server.
  closeConnections();
  dns.asked.length = 0;
  dns.names.clear();
  seen = 0;
  port = await listen(
    http.createServer((_request, response) => {
      seen += 1;
      response.end('ok');
    }),
  );
});

const HOST = 'receiver.example.org';
const url = () => `http://${HOST}:${port}/hook`;
const guard = (allowed: string[] = []) =>
  policy({
    allowHttp: true,
    allowPorts: [port],
    allowCidrs: readCidrs(allowed),
    resolve: resolverOf([dns.address], { timeout: 300, tries: 1 }),
  });

describe('hostile name server', () => {
  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['::1'],
    ['fd00::1'],
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    [PUBLIC, '127.0.0.1'],
    ['2606:4700:4700::1111', '127.0.0.1'],
    [PUBLIC, '::1'],
    ['127.0.0.1', PUBLIC, '2606:4700:4700::1111'],
  ])('answers %s %s: rejected at creation and at connect, without a connection', async (...addresses) => {
    dns.names.set(HOST, addresses);
    expect(await checkTarget(url(), guard())).toMatchObject({ code: 'not_allowed' });
    expect(await send(url(), {}, '{}', { policy: guard() })).toMatchObject({
      error: 'blocked_address',
      status: null,
    });
    expect(seen).toBe(0);
    expect(dns.asked).toEqual(expect.arrayContaining([`${HOST} A`, `${HOST} AAAA`]));
  });

  it('that changes its answer between creation and connection is rejected', async () => {
    dns.names.set(HOST, [PUBLIC]);
    expect(await checkTarget(url(), guard())).toBeNull();
    dns.names.set(HOST, ['127.0.0.1']);
    expect(await send(url(), {}, '{}', { policy: guard() })).toMatchObject({ error: 'blocked_address' });
    expect(seen).toBe(0);
  });

  it('is asked once per connection, whose address stays until it ends', async () => {
    dns.names.set(HOST, ['127.0.0.1']);
    const open = guard(['127.0.0.1/32']);
    expect(await send(url(), {}, '{}', { policy: open })).toMatchObject({ error: null });
    expect(dns.asked).toHaveLength(2);
    dns.names.set(HOST, ['127.0.0.2']);
    expect(await send(url(), {}, '{}', { policy: open })).toMatchObject({ error: null });
    expect(dns.asked).toHaveLength(2);
    closeConnections();
    expect(await send(url(), {}, '{}', { policy: open })).toMatchObject({ error: 'blocked_address' });
    expect(seen).toBe(2);
  });

  it('that fails or is silent is reported as a name error', async () => {
    for (const [answer, detail] of [
      ['failing', 'The name server could not resolve the host name.'],
      ['silent', 'The name server did not respond.'],
    ] as const) {
      dns.names.set(HOST, answer);
      expect(await send(url(), {}, '{}', { policy: guard() })).toMatchObject({ error: 'dns', detail });
    }
    expect(seen).toBe(0);
  });
});
