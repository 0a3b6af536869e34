import net from 'node:net';

/**
 * Kept HTTP connections, as a reverse proxy has them. Not `http.Agent`, which takes more
 * CPU time for a request than the service takes for a rejection, on the machine that both share.
 */

export interface Answer {
  /** 0 without a response. */
  status: number;
  body: string;
}

const NONE: Answer = { status: 0, body: '' };
const NO_ANSWER_MS = 20_000;

class Connection {
  #received = '';
  #answer: ((answer: Answer) => void) | null = null;
  readonly isOpen: Promise<boolean>;
  readonly #socket: net.Socket;

  constructor({ hostname, port }: URL) {
    this.#socket = net.connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    this.isOpen = new Promise((resolve) => {
      this.#socket.once('connect', () => resolve(true)).once('close', () => resolve(false));
    });
    this.#socket.setTimeout(NO_ANSWER_MS, () => {
      if (this.#answer) this.#socket.destroy();
    });
    this.#socket.on('data', (text: string) => this.#read(text));
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => this.#end(NONE));
  }

  get isUsable(): boolean {
    return this.#socket.writable;
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      if (this.isUsable) this.#socket.write(request);
      else this.#end(NONE);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #end(answer: Answer): void {
    const resolve = this.#answer;
    this.#answer = null;
    this.#received = '';
    resolve?.(answer);
  }

  /** Every response to the requests of this audit has a Content-Length. */
  #read(text: string): void {
    this.#received += text;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head)) ?? [];
    if (length === undefined) return this.close();
    const body = this.#received.slice(head + 4);
    if (body.length < Number(length)) return;
    this.#end({ status: Number(this.#received.slice(9, 12)), body });
  }
}

export class Connections {
  readonly #free: Connection[] = [];
  readonly #waiting: ((connection: Connection) => void)[] = [];
  #open = 0;

  /** @param most of kept connections; null: a new one for each request */
  constructor(
    private readonly url: URL,
    private readonly most: number | null,
  ) {}

  /** Uses all of them once: Node accepts one new connection in each turn of its event loop. */
  async open(): Promise<void> {
    const probe = `GET /healthz HTTP/1.1\r\nHost: ${this.url.host}\r\n\r\n`;
    await Promise.all(Array.from({ length: this.most ?? 0 }, () => this.send(probe)));
  }

  /** @param request with its empty line */
  async send(request: string): Promise<Answer> {
    const connection = await this.#take();
    const answer = await connection.send(request);
    this.#return(connection);
    return answer;
  }

  #take(): Promise<Connection> | Connection {
    const free = this.#free.pop();
    if (free) return free;
    if (this.most !== null && this.#open >= this.most)
      return new Promise((resolve) => this.#waiting.push(resolve));
    return this.#connect();
  }

  #connect(): Promise<Connection> {
    this.#open++;
    const connection = new Connection(this.url);
    return connection.isOpen.then(() => connection);
  }

  #return(connection: Connection): void {
    if (this.most === null || !connection.isUsable) {
      connection.close();
      this.#open--;
      const next = this.#waiting.shift();
      if (next) void this.#connect().then(next);
      return;
    }
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#free.push(connection);
  }
}
