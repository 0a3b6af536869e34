import { eq, sql } from 'drizzle-orm';
import { users } from '../../server/db/schema/index';
import type { Tx } from '../../server/db/transaction';

/**
 * Queries that are silently never sent, in every form. The linter must report each of them, or this file fails: a
 * directive that disables nothing is an error (`reportUnusedDisableDirectives`).
 */
export function lost(tx: Tx, ids: string[]): void {
  const [id = ''] = ids;
  // oxlint-disable-next-line typescript/no-floating-promises
  tx.insert(users).values([]);
  // oxlint-disable-next-line typescript/no-floating-promises
  tx.update(users).set({ name: '' }).where(eq(users.id, id)).returning();
  // oxlint-disable-next-line typescript/no-floating-promises
  tx.delete(users).where(eq(users.id, id));
  // oxlint-disable-next-line typescript/no-floating-promises
  tx.execute(sql`select 1`);
  // oxlint-disable-next-line project/no-void-query
  void tx.delete(users).where(eq(users.id, id));
  // oxlint-disable-next-line typescript/no-floating-promises
  ids.map((one) => tx.delete(users).where(eq(users.id, one)));
  // oxlint-disable-next-line typescript/no-misused-promises
  ids.forEach((one) => tx.delete(users).where(eq(users.id, one)));
  // oxlint-disable-next-line typescript/no-floating-promises
  Promise.reject(new Error('not seen'));
}
