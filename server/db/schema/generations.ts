import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Generations of `txid` in `audit_events` and `events` (decision 0052). Generation 0 has no row. Rows are inserted by
 * `open_generation` only.
 */
export const generations = pgTable('generations', {
  number: integer('number').primaryKey(),
  openedAt: instant('opened_at').notNull(),
  /** `moved`: to a PostgreSQL whose transaction IDs are lower. `restored`: an operator has declared a restore. */
  cause: text('cause', { enum: ['moved', 'restored'] }).notNull(),
  reason: text('reason'),
});
