import { sql } from 'drizzle-orm';

/**
 * The time of a change, for `updated_at`. Clients poll for changes since the last one they saw, so every process must
 * use one clock. Not `now()`, which is the transaction's start time: a transaction that waited for a row lock would
 * record a time before the change it waited for, and clients would miss it.
 */
export const databaseTime = sql<Date>`clock_timestamp()`;
