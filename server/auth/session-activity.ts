import { and, eq, isNull, sql } from 'drizzle-orm';
import { authSessions } from '../db/schema/index';
import { withTenant, type Tx } from '../db/transaction';
import { lowestIdAt } from '../domain/shared/ids';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { ABSOLUTE_HOURS } from './session-cookie';

/**
 * When a person was last active. Exact to the moment, and written at most once a minute: the first sign is written at
 * once, later ones of the same minute together at its end. A session is judged by what this process knows and by the
 * table, whichever is later, so that nobody is signed out early because of what was not written yet.
 */

interface Row {
  orgId: string;
  id: string;
  lastSeenAt: Date;
  idleMinutes: number;
}

interface Noted {
  orgId: string;
  at: number;
  /** What the table said when it was noted. */
  after: number;
  timer: NodeJS.Timeout;
}

const MINUTE_MS = 60_000;
const noted = new Map<string, Noted>();

/** Short limits are written oftener, so that another process does not end the session in between. */
const writeEvery = (row: Row): number => Math.min(MINUTE_MS, (row.idleMinutes * MINUTE_MS) / 4);

export function lastSeen({ id, lastSeenAt }: Row): number {
  const known = noted.get(id);
  const stored = lastSeenAt.getTime();
  // Set back in the table by hand: that counts.
  return known && stored >= known.after ? Math.max(stored, known.at) : stored;
}

/** When it ends unless the person does something. */
export const idleEnd = (row: Row): number => lastSeen(row) + row.idleMinutes * MINUTE_MS;

export const isLive = (row: Row & { expiresAt: Date; revokedAt: Date | null }, now: number): boolean =>
  row.revokedAt === null && row.expiresAt.getTime() > now && idleEnd(row) > now;

/** Sessions end at the latest after their absolute limit: older ids need not be looked at. With a day to spare. */
export const oldestThatCanLive = (now: Date): string =>
  lowestIdAt(new Date(now.getTime() - (ABSOLUTE_HOURS + 24) * 60 * MINUTE_MS));

/** @param tx in the organisation of the session */
export async function noteActivity(tx: Tx, row: Row, now: number): Promise<void> {
  const since = now - row.lastSeenAt.getTime();
  if (since >= writeEvery(row)) return write(tx, row.orgId, row.id, now);
  const known = noted.get(row.id);
  if (known) {
    known.at = Math.max(known.at, now);
    return;
  }
  // A clock that was set back must not hold the write up.
  const wait = Math.min(writeEvery(row), writeEvery(row) - since);
  noted.set(row.id, {
    orgId: row.orgId,
    at: now,
    after: row.lastSeenAt.getTime(),
    timer: writeAfter(row.id, wait),
  });
}

function writeAfter(id: string, ms: number): NodeJS.Timeout {
  const timer = setTimeout(() => void writeNoted(id), ms);
  timer.unref();
  return timer;
}

async function write(tx: Tx, orgId: string, id: string, at: number): Promise<void> {
  const moment = new Date(at).toISOString();
  await tx
    .update(authSessions)
    .set({ lastSeenAt: sql`greatest(${authSessions.lastSeenAt}, ${moment}::timestamptz)` })
    .where(and(eq(authSessions.orgId, orgId), eq(authSessions.id, id), isNull(authSessions.revokedAt)));
}

async function writeNoted(id: string): Promise<void> {
  const entry = noted.get(id);
  if (!entry) return;
  clearTimeout(entry.timer);
  const { at } = entry;
  try {
    await withTenant(entry.orgId, (tx) => write(tx, entry.orgId, id, at));
  } catch (error) {
    logger.warn(safeError(error), 'the last activity of a session could not be written');
  }
  // Noted again while it was being written.
  if (entry.at > at) entry.timer = writeAfter(id, MINUTE_MS);
  else noted.delete(id);
}

/** Writes what is noted, before the process ends. */
export async function writeActivity(): Promise<void> {
  for (const id of [...noted.keys()]) await writeNoted(id);
}
