import type { NamedStatement } from '../db/prepared';

/**
 * What the queues have in common: rows leased until a time under a token, and changed only by the holder of that token.
 * How a queue chooses its next rows is its own statement, next to the guarantee it gives (decision 0031).
 */
export interface Lease {
  /** `uuid` */
  orgId: string;
  /** `uuid` of the row. */
  id: string;
  token: string;
}

export const leaseRows = (leases: readonly Lease[]): string =>
  JSON.stringify(leases.map(({ orgId, id, token }) => ({ org_id: orgId, id, token })));

/**
 * Changes leased rows; a row leased by someone else in the meantime is skipped.
 * @param set assignments to columns of the row, which is `q`
 * @param rest a further condition, `returning`
 */
export const updateLeased = (
  name: string,
  table: 'deliveries' | 'inbound_messages',
  set: string,
  rest = '',
): NamedStatement => ({
  name,
  text: `update ${table} q set ${set} from jsonb_to_recordset($1::jsonb) as r(org_id uuid, id uuid, token uuid)
    where q.org_id = r.org_id and q.id = r.id and q.lease_token = r.token ${rest}`,
});

export const UNLEASED = 'lease_until = null, lease_token = null';
