import { sql } from 'drizzle-orm';
import type { Tx } from '../../../db/transaction';

/** Messages that take seconds to parse. */
const LONG_BYTES = 1024 * 1024;

/** Parsing and comparing 200,000 lines happens between two statements. */
export async function allowLongPauses(tx: Tx, bytes: number): Promise<void> {
  if (bytes > LONG_BYTES) await tx.execute(sql`set local idle_in_transaction_session_timeout = '10min'`);
}
