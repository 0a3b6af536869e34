import { SocketClient } from './socket-client';

/**
 * Detects that Postgres has stopped responding. A hung server or a silently dropped network gives no error, so callers
 * would wait indefinitely; a statement timeout would also abort queries that are merely slow. While callers wait, a
 * trivial query runs on a separate connection. If it gets no response and no other connection receives any data, all
 * callers fail until the database responds again (decision 0022).
 */
export interface HealthCheckOptions {
  connectionString: () => string;
  isBusy: () => boolean;
  /** Bytes that have arrived over the other connections so far. */
  received: () => number;
  onSilence: () => void;
  onReturn: () => void;
  lookMs?: number;
  patienceMs?: number;
}

export const QUESTION = 'SELECT 1';
const LOOK_MS = 500;
const PATIENCE_MS = 2_000;
/** How long the pool keeps an idle connection. The network may have dropped an older one silently. */
const KEEP_MS = 30_000;

/** The error code is one that `constraints.ts` maps to an unavailable database. */
export const silence = (): Error =>
  Object.assign(new Error('The database does not respond.'), { code: 'ETIMEDOUT' });

export class DatabaseHealthCheck {
  #silent = false;
  #askedAt = -Infinity;
  #asking = false;
  #line: ReturnType<typeof openLine> | null = null;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly options: HealthCheckOptions) {
    this.#timer = setInterval(() => void this.#look(), options.lookMs ?? LOOK_MS);
    this.#timer.unref();
  }

  /**
   * Runs `begin`, but rejects as soon as the database is silent.
   * @param late receives the value if it arrives after the rejection
   */
  unlessSilent<T>(begin: () => Promise<T>, late: (value: T) => void): Promise<T> {
    if (this.#silent) return Promise.reject(silence());
    return new Promise((resolve, reject) => {
      let isOver = false;
      const giveUp = (error: Error) => {
        isOver = true;
        reject(error);
      };
      this.#waiting.add(giveUp);
      begin().then(
        (value) => {
          this.#waiting.delete(giveUp);
          if (isOver) late(value);
          else resolve(value);
        },
        (error: unknown) => {
          this.#waiting.delete(giveUp);
          reject(error as Error);
        },
      );
    });
  }

  get isSilent(): boolean {
    return this.#silent;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const line = this.#line;
    this.#line = null;
    if (this.#asking) line?.cut();
    else await line?.close();
  }

  async #look(): Promise<void> {
    if (this.#asking) return;
    const now = performance.now();
    if (!this.#silent && !this.options.isBusy()) {
      if (now - this.#askedAt > KEEP_MS) this.#hangUp();
      return;
    }
    this.#asking = true;
    this.#askedAt = now;
    const before = this.options.received();
    const isThere = (await this.#ask()) || this.options.received() > before;
    this.#asking = false;
    if (isThere !== this.#silent) return;
    this.#silent = !isThere;
    if (isThere) return this.options.onReturn();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const giveUp of waiting) giveUp(silence());
    this.options.onSilence();
  }

  /** @returns whether there was a response in time; a connection error counts, because callers get it as quickly */
  async #ask(): Promise<boolean> {
    const line = (this.#line ??= openLine(this.options.connectionString()));
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      // Read pending input first: this process may have been the one that stalled.
      limit = setTimeout(() => setImmediate(() => resolve('late')), this.options.patienceMs ?? PATIENCE_MS);
    });
    const answer = await Promise.race([line.ask(), late]);
    clearTimeout(limit);
    if (answer !== 'yes') this.#hangUp();
    return answer !== 'late';
  }

  #hangUp(): void {
    this.#line?.cut();
    this.#line = null;
  }
}

function openLine(connectionString: string) {
  const client = new SocketClient({ connectionString, application_name: 'clinical health' });
  client.on('error', () => undefined);
  let connected: Promise<unknown> | undefined;
  return {
    ask: () =>
      (connected ??= client.connect().then(() => client.socket.unref()))
        .then(() => client.query(QUESTION))
        .then(
          () => 'yes' as const,
          () => 'error' as const,
        ),
    close: () => {
      client.socket.ref();
      return client.end().catch(() => undefined);
    },
    cut: () => void client.socket.destroy(),
  };
}
