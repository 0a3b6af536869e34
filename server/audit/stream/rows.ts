import { randomUUID } from 'node:crypto';
import { HORIZON } from '../../db/generations';
import { queryNamed } from '../../db/prepared';
import { asWorker } from '../../db/transaction';

/**
 * Audit rows that the syslog server does not have yet. Each organization has its own position and lease. Rows are read in
 * (txid, id) order and only below the horizon, so that none can be inserted before the position later.
 */

/** Longer than a turn of the stream. */
const LEASE_MS = 60_000;
/** Organizations at the same time. */
const MOST_ORGANIZATIONS = 20;
const MOST_ROWS = 500;

interface Position {
  /** `uuid`, like `lastId` and `token`. */
  orgId: string;
  lastTxid: string;
  lastId: string;
  token: string;
}

export interface StreamedRow {
  txid: string;
  id: string;
  at: Date;
  actor: string;
  transport: string;
  action: string;
  kind: string;
  outcome: 'allowed' | 'refused' | 'failed';
  code: string | null;
  objectKind: string | null;
  objectId: string | null;
  patientIds: string[];
  requestId: string;
  ip: string | null;
  app: string | null;
}

const BEGINNING = '00000000-0000-0000-0000-000000000000';

const CLAIM = {
  name: 'audit_stream_claim',
  text: `
  with due as (
    select o.id from organizations o
    left join audit_streams s on s.org_id = o.id
    where (s.lease_until is null or s.lease_until <= $1::timestamptz) and exists (
      select 1 from audit_events a where a.org_id = o.id and a.txid < ${HORIZON}
        and (a.txid, a.id) > (coalesce(s.last_txid, '0'::xid8), coalesce(s.last_id, '${BEGINNING}'))
        and a.id >= audit_id_floor(coalesce(s.last_id, '${BEGINNING}')))
    order by s.sent_at nulls first limit ${MOST_ORGANIZATIONS}
  )
  insert into audit_streams as s (org_id, last_txid, last_id, lease_until, lease_token)
  select id, '0'::xid8, '${BEGINNING}', $2::timestamptz, $3::uuid from due
  on conflict (org_id) do update set lease_until = $2::timestamptz, lease_token = $3::uuid
    where s.lease_until is null or s.lease_until <= $1::timestamptz
  returning org_id as "orgId", last_txid as "lastTxid", last_id as "lastId", lease_token as token`,
};

export function claimPositions(now: Date): Promise<Position[]> {
  const until = new Date(now.getTime() + LEASE_MS);
  return asWorker((tx) => queryNamed<Position>(tx, CLAIM, [now, until, randomUUID()]));
}

const READ = {
  name: 'audit_stream_read',
  text: `
  select txid, id, at, actor, transport, action, kind, outcome, code, object_kind as "objectKind",
    object_id as "objectId", patient_ids as "patientIds", request_id as "requestId", ip, detail->>'app' as app
  from audit_events
  where org_id = $1 and (txid, id) > ($2::xid8, $3::uuid) and id >= audit_id_floor($3::uuid) and txid < ${HORIZON}
  order by txid, id limit ${MOST_ROWS}`,
};

export const readRows = ({ orgId, lastTxid, lastId }: Position): Promise<StreamedRow[]> =>
  asWorker((tx) => queryNamed<StreamedRow>(tx, READ, [orgId, lastTxid, lastId]));

const MOVE = {
  name: 'audit_stream_move',
  text: `
  update audit_streams set last_txid = $3::xid8, last_id = $4::uuid, sent_at = $5::timestamptz,
    lease_until = null, lease_token = null
  where org_id = $1 and lease_token = $2::uuid`,
};

/** Ends the lease. */
export async function movePosition(from: Position, last: StreamedRow, now: Date): Promise<void> {
  await asWorker((tx) => queryNamed(tx, MOVE, [from.orgId, from.token, last.txid, last.id, now]));
}

const RELEASE = {
  name: 'audit_stream_release',
  text: `update audit_streams set lease_until = null, lease_token = null where lease_token = $1::uuid`,
};

/** Returns positions unmoved: their rows are sent again. */
export async function releasePositions([first]: readonly Position[]): Promise<void> {
  if (first) await asWorker((tx) => queryNamed(tx, RELEASE, [first.token]));
}

const OLDEST = {
  name: 'audit_stream_oldest',
  text: `
  select min(n.at) as at from organizations o
  left join audit_streams s on s.org_id = o.id
  cross join lateral (
    select a.at from audit_events a
    where a.org_id = o.id and (a.txid, a.id) > (coalesce(s.last_txid, '0'::xid8), coalesce(s.last_id, '${BEGINNING}'))
      and a.id >= audit_id_floor(coalesce(s.last_id, '${BEGINNING}'))
    order by a.txid, a.id limit 1) n`,
};

/** Time of the oldest row that was not sent; null if all were sent. */
export async function oldestUnsent(): Promise<Date | null> {
  const [row] = await asWorker((tx) => queryNamed<{ at: Date | null }>(tx, OLDEST));
  return row?.at ?? null;
}
