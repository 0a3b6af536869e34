import { Socket } from 'node:net';
import pg from 'pg';
import { isTraced, traced } from '../tracing';

/** A database client on a socket of ours, passed by the driver's option `stream` (decision 0037). */
export class SocketClient extends pg.Client {
  readonly socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    this.query = ((statement: string | pg.QueryConfig, ...given: unknown[]) => {
      const send = () => (super.query as Send).call(this, statement, ...given);
      const name = isTraced() ? nameOf(statement) : null;
      // Sent together with the next statement.
      return name === null || name === 'BEGIN' ? send() : traced(name, 'client', send, POSTGRES);
    }) as typeof this.query;
  }
}

type Send = (...given: unknown[]) => Promise<unknown>;

const POSTGRES = { 'db.system.name': 'postgresql' };
const FIRST_WORD = /^\s*([A-Za-z]{1,12})\b/;

/** The name of a prepared statement, or the kind of the first statement: the rest may contain values. */
function nameOf(statement: string | pg.QueryConfig): string {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
  return name ?? FIRST_WORD.exec(text)?.[1]!.toUpperCase() ?? 'SQL';
}
