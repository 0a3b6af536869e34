import { sql } from 'drizzle-orm';

/**
 * The moment of a change, for `updated_at`: clients ask for what has changed since the last one they saw, so all processes
 * must read one clock. Not `now()`, which is when the transaction began: one that waits for a row would write a time before
 * that of the change it waited for, and the longer it lasts the further it reaches back behind what clients have read.
 */
export const databaseTime = sql<Date>`clock_timestamp()`;
