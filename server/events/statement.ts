import type { Tx } from '../db/transaction';

/** A fixed statement of the worker, planned once per connection: planning took longer than running it. */
export async function named<Row>(tx: Tx, name: string, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await tx.client.query({ name, text, values });
  return rows as Row[];
}
