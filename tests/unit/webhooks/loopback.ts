import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { readCidrs } from '../../../server/outbound/outbound-addresses';
import type { OutboundPolicy } from '../../../server/outbound/outbound-guard';
import { send, type SendOptions } from '../../../server/deliveries/send';

/** Loopback receivers, well-behaved and not, with a policy that allows them. */

const ports = [1, 443];
export const loopback: OutboundPolicy = {
  allowCidrs: readCidrs(['127.0.0.0/8']),
  allowPorts: ports,
  allowHttp: true,
  ownOrigins: [],
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
};
const open: net.Server[] = [];

/** Closes the receivers of each test of a file. */
export function closeReceiversAfterEach(): void {
  afterEach(() => {
    for (const server of open.splice(0)) {
      if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections();
      server.close();
    }
  });
}

export async function listen(server: net.Server): Promise<number> {
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  ports.push(port);
  return port;
}
export async function receiver(answer: http.RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(http.createServer(answer))}/hook?x=1`;
}
export const raw = async (answer: (socket: net.Socket) => void) => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  return `http://127.0.0.1:${await listen(server)}/`;
};
export const post = (url: string, options: SendOptions = {}) =>
  send(url, { 'webhook-id': 'evt_1' }, '{"a":"ä"}', {
    policy: loopback,
    connectMs: 400,
    totalMs: 800,
    ...options,
  });
