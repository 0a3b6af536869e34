import { queryNamed } from './prepared';
import { asWorker, type Tx } from './transaction';

/**
 * `txid` of audit rows and events: generation × 2^48 + transaction ID. A new generation sorts after all rows of the
 * earlier ones, also in a PostgreSQL whose transaction IDs are lower (decision 0052).
 */

/** `txid` divided by this is the generation. */
export const GENERATION = 2n ** 48n;

const CURRENT = 'coalesce(max(number), 0)';
const SIZE = String(GENERATION);
const position = (bound: 'xmin' | 'xmax'): string =>
  `(${CURRENT} * ${SIZE} + pg_snapshot_${bound}(pg_current_snapshot())::text::bigint)::text::xid8`;

/**
 * SQL expression, the horizon: every transaction with a lower `txid` has ended, so no row can be inserted there. Earlier
 * generations are below it, because `open_generation` waits for their transactions. It belongs to the snapshot of the
 * statement that contains it.
 */
export const HORIZON = `(select ${position('xmin')} from generations)`;

/** SQL expression: no transaction with this `txid` or a higher one has started. */
export const NEXT_TXID = `(select ${position('xmax')} from generations)`;

/** The newest row of each organization, committed, must be older than the next transaction. */
const MOVED = {
  name: 'find_moved',
  text: `
  select g.number, greatest(g.number, (max(newest.txid::text::bigint) / ${SIZE})::int) + 1 as next,
    coalesce(bool_or(newest.txid >= ${NEXT_TXID}), false)
      or (select last_value from txid_floor) > ${NEXT_TXID}::text::bigint as moved
  from (select ${CURRENT} as number from generations) g
  left join (
    select n.txid from organizations o cross join lateral (
      (select txid from audit_events where org_id = o.id order by txid desc limit 1)
      union all (select last_txid from audit_seals where org_id = o.id order by number desc limit 1)
      union all (select txid from events where org_id = o.id order by txid desc limit 1)) n) newest on true
  group by g.number`,
};

interface Moved {
  number: number;
  next: number;
  moved: boolean;
}

const OPEN = { name: 'open_generation', text: 'select open_generation($1, $2, $3, $4) as opened' };
const LIMIT_WAITING = {
  name: 'limit_lock_wait',
  text: `select set_config('lock_timeout', '5000ms', true)`,
};

/**
 * Opens a generation if this database was moved to a PostgreSQL with lower transaction IDs, by a dump or logical
 * replication. Called before the first audit row is written; the database rejects rows below the seals until then.
 * @returns the number of the new generation, or null
 */
export async function openGenerationIfMoved(): Promise<number | null> {
  return asWorker(async (tx) => {
    const [found] = await queryNamed<Moved>(tx, MOVED);
    if (!found?.moved) return null;
    return (await open(tx, found, 'moved', null)) ? found.next : null;
  });
}

/**
 * Opens a generation for a declared restore. Writing transactions wait until this one ends.
 * @returns its number
 */
export async function openGenerationOfRestore(tx: Tx, reason: string): Promise<number> {
  for (;;) {
    const [found] = await queryNamed<Moved>(tx, MOVED);
    if (await open(tx, found!, 'restored', reason)) return found!.next;
  }
}

async function open(
  tx: Tx,
  { number, next }: Moved,
  cause: 'moved' | 'restored',
  reason: string | null,
): Promise<boolean> {
  await queryNamed(tx, LIMIT_WAITING);
  const [answer] = await queryNamed<{ opened: boolean }>(tx, OPEN, [number, next, cause, reason]);
  return answer!.opened;
}
