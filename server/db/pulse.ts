import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Whether Postgres answers at all. One that hangs, or is cut off without a word, says neither yes nor no: whoever waits
 * for it would wait for as long as that lasts. A limit on each statement would end those that are merely slow. So, while
 * something waits, the shortest question is asked over a connection of its own; if neither that is answered nor a byte
 * comes in over any other connection, everybody is refused until it is heard again (decision 0022).
 */
export interface PulseOptions {
  connectionString: string;
  /** Whether anybody waits for the database. */
  isBusy: () => boolean;
  onSilence: () => void;
  onReturn: () => void;
  lookMs?: number;
  patienceMs?: number;
}

/** What is asked; it belongs to no act. */
export const QUESTION = 'SELECT 1';
const LOOK_MS = 500;
const PATIENCE_MS = 2_000;
/** As long as an idle connection of the pool is kept: one that is older may have been forgotten on its way. */
const KEEP_MS = 30_000;

/** The socket under a connection, which the driver does not show. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Its code is one of those that mean: the database is away. */
export const silence = (): Error =>
  Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });

export class Pulse {
  #silent = false;
  #heardAt = -Infinity;
  #askedAt = -Infinity;
  #asking = false;
  #line: ReturnType<typeof openLine> | null = null;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly options: PulseOptions) {
    this.#timer = setInterval(() => void this.#look(), options.lookMs ?? LOOK_MS);
    this.#timer.unref();
  }

  /** Something came in over a connection, whatever it says. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /**
   * What `begin` promises; an error at once while there is silence, and as soon as there is.
   * @param late gets what was promised when nobody waits for it any more
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
    const isThere = (await this.#ask()) || this.#heardAt > now;
    this.#asking = false;
    if (isThere !== this.#silent) return;
    this.#silent = !isThere;
    if (isThere) return this.options.onReturn();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const giveUp of waiting) giveUp(silence());
    this.options.onSilence();
  }

  /** @returns whether there was an answer in time; a refusal is one, because whoever asks next is refused as fast */
  async #ask(): Promise<boolean> {
    const line = (this.#line ??= openLine(this.options.connectionString));
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      // What has come in meanwhile is read first: it may have been this process that stood still.
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

/** The connection of the question. It keeps no process alive. */
function openLine(connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: 'clinical pulse' });
  client.on('error', () => undefined);
  let connected: Promise<unknown> | undefined;
  return {
    ask: () =>
      (connected ??= client.connect().then(() => socketOf(client).unref()))
        .then(() => client.query(QUESTION))
        .then(
          () => 'yes' as const,
          () => 'refused' as const,
        ),
    close: () => {
      socketOf(client).ref();
      return client.end().catch(() => undefined);
    },
    cut: () => void socketOf(client).destroy(),
  };
}
