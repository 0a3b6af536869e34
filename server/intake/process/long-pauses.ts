import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';

/** Of a message whose report takes seconds to read. */
const LONG_BYTES = 1024 * 1024;

/** Between two statements 200,000 lines are read, compared and shown as the earlier version. */
export async function allowLongPauses(tx: Tx, bytes: number): Promise<void> {
  if (bytes > LONG_BYTES) await tx.execute(sql`set local idle_in_transaction_session_timeout = '10min'`);
}
