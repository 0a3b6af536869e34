import { eq, sql } from 'drizzle-orm';
import { users } from '../../server/db/schema/index';
import type { Tx } from '../../server/db/transaction';

/**
 * Queries that are lost in silence, in each way that one can be. The linter sees every one of them, or this file fails:
 * a directive that switches nothing off is an error (`reportUnusedDisableDirectives`).
 */
export function lost(tx: Tx, ids: string[]): void {
  const [id = ''] = ids;
  // eslint-disable-next-line house/no-floating
  tx.insert(users).values([]);
  // eslint-disable-next-line house/no-floating
  tx.update(users).set({ name: '' }).where(eq(users.id, id)).returning();
  // eslint-disable-next-line house/no-floating
  tx.delete(users).where(eq(users.id, id));
  // eslint-disable-next-line house/no-floating
  tx.execute(sql`select 1`);
  // eslint-disable-next-line house/no-floating
  void tx.delete(users).where(eq(users.id, id));
  // eslint-disable-next-line house/no-floating
  ids.map((one) => tx.delete(users).where(eq(users.id, one)));
  // eslint-disable-next-line house/no-floating
  ids.forEach((one) => tx.delete(users).where(eq(users.id, one)));
  // eslint-disable-next-line house/no-floating
  Promise.reject(new Error('not seen'));
}
