import { logger } from '../logger';
import { errorCode } from '../safe-error';
import { connectionOptions, lookElsewhere } from './client';
import { SocketClient } from './socket-client';

/**
 * Checks that this process can use its database: it responds, accepts writes, and its clock agrees with this machine's.
 * Uses a separate connection with the usual settings, so that an exhausted pool does not look like an unreachable
 * database.
 */
const PATIENCE_MS = 900;
const LATE_MS = 500;
const WARN_SKEW_SECONDS = 2;
/** With more skew, deadlines of critical results and record timestamps would be wrong. */
const MOST_SKEW_SECONDS = 30;

interface Answer {
  /** This machine's clock minus the database's, in seconds; null if it could not be measured. */
  skew: number | null;
  readOnly: boolean;
}

const LOOK = `SELECT extract(epoch FROM clock_timestamp())::float8 AS now,
  current_setting('transaction_read_only') = 'on' AS "readOnly"`;

let line: { client: SocketClient; url: string; connected: Promise<unknown> } | null = null;
let skew: number | null = null;
let reported: 'fine' | 'warned' | 'failed' = 'fine';

/** The last measurement; null before the first. */
export const clockSkewSeconds = (): number | null => skew;

export async function databaseProblem(): Promise<string | null> {
  let limit: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      // Read pending input first: this process may have been the one that stalled.
      limit = setTimeout(() => setImmediate(() => reject(new Error('late'))), PATIENCE_MS);
    });
    const answer = await Promise.race([look(), late]);
    if (answer.skew !== null) noteSkew(answer.skew);
    if (answer.readOnly) lookElsewhere();
    return answer.readOnly ? 'takes no writes' : null;
  } catch (error) {
    hangUp();
    lookElsewhere();
    const code = errorCode(error);
    return code === undefined ? 'does not respond' : `cannot be reached (${code})`;
  } finally {
    clearTimeout(limit);
  }
}

/** @returns why this machine's clock cannot be trusted, by the last measurement, or null */
export function clockProblem(): string | null {
  if (skew === null || Math.abs(skew) <= MOST_SKEW_SECONDS) return null;
  return `differs from the database's by ${Math.round(Math.abs(skew))} s`;
}

/** Measures the clock even when no probe runs. @returns a function that stops it */
export function startClockWatch(everyMs = 30_000): () => void {
  const timer = setInterval(() => void databaseProblem(), everyMs);
  timer.unref();
  void databaseProblem();
  return () => {
    clearInterval(timer);
    hangUp();
  };
}

async function look(): Promise<Answer> {
  const { client, connected } = openLine();
  await connected;
  const before = Date.now();
  const asked = performance.now();
  const { rows } = await client.query<{ now: number; readOnly: boolean }>(LOOK);
  const middle = (before + Date.now()) / 2000;
  const { now, readOnly } = rows[0]!;
  // After a late response, the time at which Postgres read its clock is uncertain.
  return { skew: performance.now() - asked < LATE_MS ? middle - now : null, readOnly };
}

function openLine() {
  const options = connectionOptions();
  if (line && line.url !== options.connectionString) hangUp();
  if (line) return line;
  const client = new SocketClient({ ...options, application_name: 'clinical probe' });
  client.on('error', () => undefined);
  const connected = client.connect().then(() => client.socket.unref());
  connected.catch(() => undefined);
  return (line = { client, url: options.connectionString, connected });
}

function hangUp(): void {
  if (line) line.client.socket.destroy();
  line = null;
}

function noteSkew(measured: number): void {
  skew = measured;
  const size = Math.abs(measured);
  const now = size > MOST_SKEW_SECONDS ? 'failed' : size > WARN_SKEW_SECONDS ? 'warned' : 'fine';
  if (now === reported) return;
  reported = now;
  const facts = { skew_seconds: Math.round(measured * 10) / 10 };
  if (now === 'failed')
    logger.error(facts, 'the clock of this machine differs from that of the database: not ready');
  else if (now === 'warned')
    logger.warn(facts, 'the clock of this machine differs from that of the database');
  else logger.info(facts, 'the clock of this machine agrees with that of the database again');
}
