import { and, eq, isNull, sql } from 'drizzle-orm';
import { authSessions } from '../db/schema/index';
import { withTenant, type Tx } from '../db/transaction';
import { lowestIdAt } from '../shared/ids';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { ABSOLUTE_HOURS } from './session-cookie';

/**
 * A user's last activity, exact in memory and written at most once a minute: the first activity at once, later ones of
 * the same minute together at its end. The later of memory and table counts, so that unwritten activity does not sign
 * anyone out early.
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
  /** The table's value at the time of the activity. */
  after: number;
  timer: NodeJS.Timeout;
}

const MINUTE_MS = 60_000;
const noted = new Map<string, Noted>();

/** Short limits are written more often, so that another process does not end the session in between. */
const writeEvery = (row: Row): number => Math.min(MINUTE_MS, (row.idleMinutes * MINUTE_MS) / 4);

export function lastSeen({ id, lastSeenAt }: Row): number {
  const known = noted.get(id);
  const stored = lastSeenAt.getTime();
  // If the stored value was set back manually, it counts.
  return known && stored >= known.after ? Math.max(stored, known.at) : stored;
}

/** End of the session without further activity. */
export const idleEnd = (row: Row): number => lastSeen(row) + row.idleMinutes * MINUTE_MS;

export const isLive = (row: Row & { expiresAt: Date; revokedAt: Date | null }, now: number): boolean =>
  row.revokedAt === null && row.expiresAt.getTime() > now && idleEnd(row) > now;

/** IDs older than the absolute limit cannot belong to a live session. Includes a day of margin. */
export const oldestThatCanLive = (now: Date): string =>
  lowestIdAt(new Date(now.getTime() - (ABSOLUTE_HOURS + 24) * 60 * MINUTE_MS));

/** @param tx scoped to the session's organization */
export async function noteActivity(tx: Tx, row: Row, now: number): Promise<void> {
  const since = now - row.lastSeenAt.getTime();
  if (since >= writeEvery(row)) return write(tx, row.orgId, row.id, now);
  const known = noted.get(row.id);
  if (known) {
    known.at = Math.max(known.at, now);
    return;
  }
  // A clock that was set back must not delay the write.
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
  // More activity arrived during the write.
  if (entry.at > at) entry.timer = writeAfter(id, MINUTE_MS);
  else noted.delete(id);
}

/** Writes pending activity before the process exits. */
export async function writeActivity(): Promise<void> {
  for (const id of [...noted.keys()]) await writeNoted(id);
}
