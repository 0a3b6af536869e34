import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { readCidrs } from '../../../server/outbound/outbound-addresses';
import { outboundPolicy } from '../../../server/outbound/outbound-guard';
import { send } from '../../../server/deliveries/send';
import type { Finding } from '../../support/finding';
import type { Say } from './main';

/** The limits of one send with their real durations: 5 s to connect, 15 s in total. */

const SECOND = 1_000;
const TRIES = 3;

export async function limits(say: Say): Promise<Finding[]> {
  say('Limits of one send, about 16 s');
  const servers: net.Server[] = [];
  const ports: number[] = [];
  const listen = async (server: net.Server): Promise<string> => {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    ports.push(port);
    return `127.0.0.1:${port}/`;
  };
  const late = (ms: number) =>
    listen(http.createServer((_request, response) => void setTimeout(() => response.end('late'), ms)));
  const drip = await listen(
    http.createServer((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(100)), 100);
      response.on('close', () => clearInterval(timer));
    }),
  );
  const policy = {
    ...outboundPolicy(),
    allowCidrs: readCidrs(['127.0.0.0/8']),
    allowHttp: true,
    allowPorts: ports,
  };
  const cases: [name: string, url: string, wanted: string, from: number, to: number][] = [
    ['an answer after 14.9 s counts', `http://${await late(14_900)}`, 'taken', 14.8, 15],
    ['an answer after 15.1 s does not', `http://${await late(15_100)}`, 'timeout', 14.9, 15.3],
    // 16 KiB at one kilobyte per second take longer than that.
    ['an answer that drips ends after 15 s', `http://${drip}`, 'timeout', 14.9, 15.3],
    [
      'a handshake that never ends is given up after 5 s',
      `https://${await listen(net.createServer())}`,
      'timeout',
      4.9,
      5.3,
    ],
  ];
  try {
    return await Promise.all(
      cases.map(async ([name, url, wanted, from, to]): Promise<Finding> => {
        for (let attempt = 1; ; attempt++) {
          const { error, durationMs } = await send(url, { 'webhook-id': 'evt_1' }, '{}', { policy });
          const outcome = error ?? 'taken';
          const seconds = durationMs / SECOND;
          const met = outcome === wanted && seconds >= from && seconds <= to;
          // A busy machine responds late.
          if (met || attempt === TRIES)
            return { name, measured: `${outcome} after ${seconds.toFixed(2)} s`, met };
        }
      }),
    );
  } finally {
    for (const server of servers) {
      if (server instanceof http.Server) server.closeAllConnections();
      server.close();
    }
  }
}
