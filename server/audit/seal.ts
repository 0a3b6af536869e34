import { HORIZON, NEXT_TXID } from '../db/generations';
import { tryLock } from '../db/locks';
import { ROW_HASH, SEAL_HASH } from './row-hash';

/**
 * Seals committed audit rows, inside a transaction of the worker. `sealer.ts` decides when, and reports the outcome.
 *
 * A row may be sealed if its `txid` is below that of the oldest running transaction: all such transactions have ended, so
 * no further row can appear there. The transaction ID in it is that of the outermost transaction, regardless of
 * savepoints; a prepared transaction counts as running. The check is part of the statement that reads the rows, so both
 * use the same snapshot.
 */

export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** Rows per seal; a backlog becomes several seals. */
const BATCH_ROWS = 5_000;
/** Organizations per transaction, so that a full backlog stays far below the statement timeout. */
const ORGANIZATIONS_AT_ONCE = 20;

export interface Turn {
  /** Another process is sealing. */
  elsewhere: boolean;
  sealed: { orgId: string; number: number; rowCount: number }[];
  /** More can be sealed immediately. */
  more: boolean;
  /** Time of the oldest unsealed row: there is more to do, or an older transaction is still running. */
  waitingSince: Date | null;
  /** A seal is above every transaction of this database: it was moved, and a new generation must be opened. */
  moved: boolean;
  /** While the snapshot stays the same, there is nothing new. */
  snapshot: string;
}

interface Waiting {
  orgId: string;
  number: number;
  hash: Buffer;
  lastTxid: string;
  lastId: string;
  at: Date | null;
  sealable: boolean;
  ahead: boolean;
}

/**
 * One sealer at a time, over all processes. The lock ends with the transaction, so it works behind a transaction pooler
 * and after a crash. The primary key of the seals rejects a second chain.
 */
const OPEN = `select ${tryLock('auditSealer')} as open, pg_current_snapshot()::text as snapshot`;

/** The head of each chain and the first row after it: two index probes per organization. */
const FIND = `
  select o.id as "orgId", coalesce(s.number, 0) as number, coalesce(s.hash, decode(repeat('00', 32), 'hex')) as hash,
    coalesce(s.last_txid, '0')::text as "lastTxid", coalesce(s.last_id, '00000000-0000-0000-0000-000000000000') as "lastId",
    f.at, coalesce(f.txid < x.min, false) as sealable, coalesce(s.last_txid >= x.max, false) as ahead
  from (select ${HORIZON} as min, ${NEXT_TXID} as max) x
  cross join organizations o
  left join lateral (
    select number, hash, last_txid, last_id from audit_seals where org_id = o.id order by number desc limit 1) s on true
  left join lateral (
    select e.txid, e.at from audit_events e
    where e.org_id = o.id and (e.txid, e.id) >
      (coalesce(s.last_txid, '0'), coalesce(s.last_id, '00000000-0000-0000-0000-000000000000'))
      and e.id >= audit_id_floor(coalesce(s.last_id, '00000000-0000-0000-0000-000000000000'))
    order by e.txid, e.id limit 1) f on true
  where f.txid is not null or s.last_txid >= x.max`;

const SEAL = `
  insert into audit_seals (org_id, number, sealed_at, first_txid, first_id, last_txid, last_id, row_count, row_hashes, previous_hash, hash)
  select s.*, ${SEAL_HASH} from (
    select h.org_id, h.number + 1 as number, $2::timestamptz(3) as sealed_at,
      b.txids[1] as first_txid, b.ids[1] as first_id, b.txids[b.row_count] as last_txid, b.ids[b.row_count] as last_id,
      b.row_count, b.row_hashes, decode(h.hash, 'hex') as previous_hash
    from jsonb_to_recordset($1::jsonb) as h(org_id uuid, number int, hash text, last_txid text, last_id uuid)
    cross join lateral (
      select count(*)::int as row_count, string_agg(row_hash, ''::bytea order by txid, id) as row_hashes,
        array_agg(txid order by txid, id) as txids, array_agg(id order by txid, id) as ids
      from (
        select e.txid, e.id, ${ROW_HASH} as row_hash from audit_events e
        where e.org_id = h.org_id and (e.txid, e.id) > (h.last_txid::xid8, h.last_id)
          and e.id >= audit_id_floor(h.last_id)
          and e.txid < ${HORIZON}
        order by e.txid, e.id limit $3) r) b
    where b.row_count > 0) s
  returning org_id as "orgId", number, row_count as "rowCount"`;

/** From now on the database rejects rows below the horizon, also after a move to a PostgreSQL with lower IDs. */
const RAISE_FLOOR = `select setval('txid_floor', greatest(last_value, ${HORIZON}::text::bigint)) from txid_floor`;

/**
 * Seals what fits into one transaction.
 * @param seen the snapshot of a turn that left nothing to do: if it is unchanged, nothing is queried
 */
export async function seal(
  query: Query,
  options: { now: Date; batchRows?: number; seen?: string | null },
): Promise<Turn> {
  const { now, batchRows = BATCH_ROWS, seen = null } = options;
  const [gate] = await query<{ open: boolean; snapshot: string }>('audit_open', OPEN, []);
  const turn: Turn = {
    elsewhere: !gate!.open,
    sealed: [],
    more: false,
    waitingSince: null,
    moved: false,
    snapshot: gate!.snapshot,
  };
  if (turn.elsewhere || turn.snapshot === seen) return turn;
  const found = await query<Waiting>('audit_find', FIND, []);
  turn.moved = found.some(({ ahead }) => ahead);
  const sealable = found.filter((head) => head.sealable && !head.ahead);
  const chosen = sealable.slice(0, ORGANIZATIONS_AT_ONCE);
  const heads = chosen.map(({ orgId, number, hash, lastTxid, lastId }) => ({
    org_id: orgId,
    number,
    hash: hash.toString('hex'),
    last_txid: lastTxid,
    last_id: lastId,
  }));
  if (heads.length > 0) {
    turn.sealed = await query('audit_seal', SEAL, [JSON.stringify(heads), now, batchRows]);
    await query('audit_floor', RAISE_FLOOR, []);
  }
  turn.more = sealable.length > chosen.length || turn.sealed.some(({ rowCount }) => rowCount === batchRows);
  const left = found
    .filter(({ at, sealable }) => at && (turn.more || !sealable))
    .map(({ at }) => at!.getTime());
  if (left.length > 0) turn.waitingSince = new Date(Math.min(...left));
  return turn;
}
