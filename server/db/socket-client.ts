import { Socket } from 'node:net';
import pg from 'pg';

/** A database client on a socket of ours, passed by the driver's option `stream` (decision 0037). */
export class SocketClient extends pg.Client {
  readonly socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
  }
}
