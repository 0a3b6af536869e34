import { execFileSync } from 'node:child_process';
import https from 'node:https';
import http from 'node:http';
import { once } from 'node:events';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Server } from 'node:net';
import { checkTarget, outboundPolicy } from '../../../server/outbound/outbound-guard';
import { closeConnections } from '../../../server/outbound/post';
import { resolverOf } from '../../../server/outbound/resolve';
import { send } from '../../../server/deliveries/send';
import { selfSigned } from './certificate';
import { nameServer } from './name-server';

/**
 * Runs inside its own network namespace, where public and private addresses belong to the loopback device and receivers
 * listen on all of them: only the guard keeps a webhook from the private ones. Uses the default settings. Prints the
 * responses and the addresses that were connected to.
 */

const PUBLIC = ['93.184.215.14', '2606:4700:4700::1111'];
const INNER = [
  '10.1.2.3',
  '172.16.9.9',
  '192.168.7.7',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '192.0.2.7',
  'fd00::7',
  'fec0::7',
  '2001:db8::7',
  '2002:a01:203::7',
];
const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });

export interface Probe {
  /** By target: the result of the check at creation, and of a send. */
  targets: Record<string, { stored: boolean; error: string | null; status: number | null }>;
  /** Local addresses with an incoming connection. */
  reached: string[];
}

async function probe(): Promise<Probe> {
  ip('link', 'set', 'lo', 'up');
  for (const address of [...PUBLIC, ...INNER])
    if (address.includes(':')) ip('-6', 'addr', 'add', `${address}/128`, 'dev', 'lo', 'nodad');
    else ip('addr', 'add', `${address}/32`, 'dev', 'lo');

  const reached = new Set<string>();
  const own = selfSigned(PUBLIC[0]!);
  const named = selfSigned('receiver.example.org');
  const contexts: Record<string, SecureContext> = { 'receiver.example.org': createSecureContext(named) };
  const answer: http.RequestListener = (request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: 'https://10.1.2.3/hook' });
    response.end('taken');
  };
  const servers: Server[] = [443, 8443, 444].map((port) =>
    https
      .createServer({ ...own, SNICallback: (name, done) => done(null, contexts[name]) }, answer)
      .listen(port, '::'),
  );
  servers.push(http.createServer(answer).listen(80, '::'));
  for (const server of servers) {
    server.on('connection', (socket) => reached.add((socket.localAddress ?? '').replace(/^::ffff:/, '')));
    if (!server.listening) await once(server, 'listening');
  }

  const dns = await nameServer();
  const policy = { ...outboundPolicy(), resolve: resolverOf([dns.address]) };
  const targets: Probe['targets'] = {};
  const attempt = async (url: string, ca: string, at: () => void = () => undefined) => {
    const stored = (await checkTarget(url, policy)) === null;
    at();
    const { error, status } = await send(url, {}, '{}', { policy, ca, connectMs: 2_000, totalMs: 3_000 });
    targets[url] = { stored, error, status };
  };

  dns.names.set('receiver.example.org', [PUBLIC[0]!]);
  await attempt(`https://${PUBLIC[0]}/hook`, own.cert);
  await attempt(`https://${PUBLIC[0]}:8443/hook`, own.cert);
  await attempt('https://receiver.example.org/hook', named.cert);
  await attempt(`https://[${PUBLIC[1]}]/hook`, own.cert);
  await attempt(`https://${PUBLIC[0]}/away`, own.cert);
  await attempt(`https://${PUBLIC[0]}:444/hook`, own.cert);
  await attempt(`http://${PUBLIC[0]}/hook`, own.cert);
  for (const [nth, address] of [...INNER, '127.0.0.1', '::1'].entries()) {
    await attempt(`https://${address.includes(':') ? `[${address}]` : address}/hook`, own.cert);
    // By a name; among public answers; and by a name that was public at creation.
    for (const [kind, before, after] of [
      ['alone', [address], [address]],
      ['among', [PUBLIC[0]!, address], [PUBLIC[0]!, address]],
      ['later', [PUBLIC[0]!], [address]],
    ] as const) {
      const name = `${kind}-${nth}.example.org`;
      dns.names.set(name, [...before]);
      await attempt(`https://${name}/hook`, own.cert, () => void dns.names.set(name, [...after]));
    }
  }
  for (const text of ['2130706433', '0x7f.1', '0', '[::ffff:10.1.2.3]', '167838211', '0xa9fea9fe'])
    await attempt(`https://${text}/hook`, own.cert);

  closeConnections();
  dns.close();
  for (const server of servers) server.close();
  return { targets, reached: [...reached].sort() };
}

console.log(JSON.stringify(await probe()));
process.exit(0);
