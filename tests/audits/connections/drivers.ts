import postgres from 'postgres';
import { beginInScope, withTenant } from '../../../server/db/transaction';

/** The same transactions through the product's database layer, and through postgres.js for comparison. */

type Row = Record<string, unknown>;
export type Query = (text: string, values: unknown[]) => Promise<Row[]>;

export interface Driver {
  name: 'pg' | 'postgres';
  /** Runs in one organization; rejects if the transaction was not committed or its outcome is unknown. */
  transaction(orgId: string, work: (query: Query) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export function productDriver(close: () => Promise<void>): Driver {
  let turn = 0;
  return {
    name: 'pg',
    async transaction(orgId, work) {
      // Every second one continues in the transaction of the credential lookup, as reads of `/v1` do.
      const begun =
        turn++ % 2 === 0 ? (await beginInScope({}, (tx) => tx.client.query('select 1'))).begun : undefined;
      try {
        await withTenant(
          orgId,
          (tx) => work(async (text, values) => (await tx.client.query<Row>(text, values)).rows),
          begun,
        );
      } finally {
        await begun?.drop();
      }
    },
    close,
  };
}

export function postgresJsDriver(url: string, connections: number): Driver {
  const sql = postgres(url, { max: connections, onnotice: () => undefined });
  return {
    name: 'postgres',
    async transaction(orgId, work) {
      await sql.begin(async (tx) => {
        await tx`select set_config('clinical.org_id', ${orgId}, true)`;
        await work((text, values) => tx.unsafe(text, values as never[]) as unknown as Promise<Row[]>);
      });
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
