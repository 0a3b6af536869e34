import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A foreign application on this machine, for the tests of one file. */
export interface LoopbackClient {
  /** `http://127.0.0.1:…` */
  at: string;
  close(): Promise<void>;
}

export async function listen(answer: RequestListener): Promise<LoopbackClient> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
