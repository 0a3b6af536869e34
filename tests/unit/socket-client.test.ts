import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { SocketClient } from '../../server/db/socket-client';

/** If the driver ignored the option `stream`, statements would no longer leave together and no arrival would be seen. */
it('socket client uses its own socket, and holds back statements while corked', async () => {
  const server = net.createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new SocketClient({
    connectionString: `postgres://a:b@127.0.0.1:${port}/c`,
    pipeline: true,
  });
  client.on('error', () => undefined);
  const connected = once(server, 'connection') as Promise<[net.Socket]>;
  client.connect().catch(() => undefined);
  const [peer] = await connected;
  await once(peer, 'data');
  expect(client.socket.localPort).toBe(peer.remotePort);
  peer.write('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I');
  await once(client.socket, 'data');
  expect(client.socket.bytesRead).toBe(15);

  client.socket.cork();
  for (const text of ['SELECT 1', 'SELECT 2']) client.query(text).catch(() => undefined);
  expect(client.socket.writableLength).toBe(2 * 'Q____SELECT 1_'.length);
  client.socket.destroy();
  server.close();
});
