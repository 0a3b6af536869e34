import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { readCidrs, readLiteral } from '../../../server/outbound/outbound-addresses';
import { checkTarget, type OutboundPolicy } from '../../../server/outbound/outbound-guard';
import { send } from '../../../server/deliveries/send';
import { answers, policy, PUBLIC } from '../../unit/webhooks/policy';
import { FORBIDDEN_TARGETS } from '../../unit/webhooks/targets';

/**
 * The watched part: checks every forbidden target and sends to it, directly and by names that resolve to it, and makes
 * no other connect() calls except the two controls, which must be seen.
 */

/** An address that the guard allows, and one that a plain socket connects to without the guard. */
export const CONTROLS = { allowed: '127.0.0.77', bare: '127.0.0.78' };

export interface Probed {
  targets: number;
  names: number;
  /** Targets that were not rejected as expected. */
  wrong: string[];
  /** Whether both controls were connected to. */
  controls: boolean;
}

const LIMITS = { connectMs: 1_000, totalMs: 1_500 };

export async function probe(): Promise<Probed> {
  const wrong: string[] = [];
  const rejects = async (what: string, url: string, under: OutboundPolicy): Promise<void> => {
    const { error } = await send(url, {}, '{}', { policy: under, ...LIMITS });
    if (error !== 'blocked_address') wrong.push(`${what}: ${error ?? 'sent'}`);
  };
  const targets = Object.values(FORBIDDEN_TARGETS).flat();
  for (const url of targets) {
    if ((await checkTarget(url, policy())) === null) wrong.push(`${JSON.stringify(url)}: may be stored`);
    await rejects(JSON.stringify(url), url, policy());
  }
  const addresses = innerAddresses(targets);
  const name = 'https://receiver.example.org/hook';
  for (const address of addresses) {
    for (const mix of [[address], [PUBLIC, address], [address, PUBLIC]])
      await rejects(`a name for ${mix.join(' and ')}`, name, policy({ resolve: answers(...mix) }));
    // The name resolves to a public address at the check and to a private one at the connection.
    let asked = 0;
    const resolve: OutboundPolicy['resolve'] = (of) => answers(asked++ === 0 ? PUBLIC : address)(of);
    const changing = policy({ resolve });
    if ((await checkTarget(name, changing)) !== null) wrong.push(`${address}: rejected while it was public`);
    await rejects(`a name that changes to ${address}`, name, changing);
  }
  return { targets: targets.length, names: addresses.length * 4, wrong, controls: await controls() };
}

/** Targets that are plain addresses, as returned by a name server. */
function innerAddresses(targets: readonly string[]): string[] {
  const hosts = targets.map((url) => /^https:\/\/\[?([0-9a-f:.]+)\]?\/hook$/i.exec(url)?.[1] ?? '');
  return [...new Set(hosts)].filter((host) => net.isIP(host) > 0 && readLiteral(host));
}

async function controls(): Promise<boolean> {
  const server = http.createServer((_request, response) => response.end('taken')).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = policy({
    allowHttp: true,
    allowPorts: [port],
    allowCidrs: readCidrs([`${CONTROLS.allowed}/32`]),
  });
  const { status } = await send(`http://${CONTROLS.allowed}:${port}/`, {}, '{}', { policy: open, ...LIMITS });
  const socket = net.connect(port, CONTROLS.bare);
  await once(socket, 'connect');
  socket.destroy();
  server.closeAllConnections();
  server.close();
  return status === 200;
}
