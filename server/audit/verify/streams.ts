import { ROW_COLUMNS, type RowText, type SealText } from './encoding';

/**
 * Reads seals and rows of one organization in order through cursors, so that memory use does not depend on the size of
 * the audit log.
 */

export interface Reader {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Makes the text format independent of server settings. Needs an open transaction. */
export const SETTINGS = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL bytea_output = 'hex'`;

/** Read one at a time with a lookahead of one. PostgreSQL prepares the next batch while one is processed. */
export interface Stream<T> {
  peek(): Promise<T | null>;
  take(): Promise<T | null>;
  /** Consumes items while `wants` returns true; waits only between batches. */
  takeWhile(wants: (next: T) => boolean): Promise<void>;
  close(): Promise<void>;
}

const SEALS = `
  select org_id::text, number::text, sealed_at::text, first_txid::text, first_id::text, last_txid::text, last_id::text,
    row_count::text, row_hashes, previous_hash, hash
  from audit_seals where org_id = $1 order by audit_seals.number`;

const ROWS = `
  select ${ROW_COLUMNS.map((name) => `${name}::text`).join(', ')}
  from audit_events where org_id = $1 order by audit_events.txid, audit_events.id`;

/** The seals with these numbers. */
export interface SealRange {
  from: number;
  to: number;
}

const sealsIn = ({ from, to }: SealRange): string =>
  SEALS.replace('$1', `$1 and number between ${BigInt(from)} and ${BigInt(to)}`);

const bound = (number: number): string =>
  `(select last_txid, last_id from audit_seals where org_id = $1 and number = ${BigInt(number)})`;

const rowsIn = ({ from, to }: SealRange): string =>
  ROWS.replace(
    '$1',
    `$1 and (txid, id) <= ${bound(to)}${from > 1 ? ` and (txid, id) > ${bound(from - 1)}` : ''}`,
  );

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @param range all by default */
export const sealsOf = (reader: Reader, orgId: string, range?: SealRange): Promise<Stream<SealText>> =>
  stream<SealText>(reader, 'audit_seals_cursor', range ? sealsIn(range) : SEALS, orgId, 20);

/** @param range all by default */
export const rowsOf = (reader: Reader, orgId: string, range?: SealRange): Promise<Stream<RowText>> =>
  stream<RowText>(reader, 'audit_rows_cursor', range ? rowsIn(range) : ROWS, orgId, 1_000);

async function stream<T>(
  reader: Reader,
  cursor: string,
  select: string,
  orgId: string,
  at: number,
): Promise<Stream<T>> {
  if (!UUID.test(orgId)) throw new Error('Not a valid organization ID');
  // DECLARE takes no parameters; the ID has been validated by a strict pattern.
  await reader.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${select.replaceAll('$1', `'${orgId}'::uuid`)}`);
  const fetch = (): Promise<T[]> => {
    const asked = reader.query(`FETCH ${at} FROM ${cursor}`).then(({ rows }) => rows as T[]);
    // The error is reported when the batch is read. A caller that stops earlier ends the transaction.
    asked.catch(() => undefined);
    return asked;
  };
  let batch: T[] = [];
  let next = 0;
  let ahead: Promise<T[]> | null = fetch();
  const peek = async (): Promise<T | null> => {
    if (next === batch.length && ahead) {
      batch = await ahead;
      next = 0;
      ahead = batch.length < at ? null : fetch();
    }
    return batch[next] ?? null;
  };
  return {
    peek,
    async take() {
      const found = await peek();
      if (found) next++;
      return found;
    },
    async takeWhile(wants) {
      while (await peek()) {
        while (next < batch.length && wants(batch[next]!)) next++;
        if (next < batch.length) return;
      }
    },
    async close() {
      await reader.query(`CLOSE ${cursor}`);
    },
  };
}

export interface Key {
  txid: string;
  id: string;
}

/** Order of the audit log: transaction ID as a number, then ID byte by byte. */
export function compareKeys(a: Key, b: Key): number {
  if (a.txid.length !== b.txid.length) return a.txid.length < b.txid.length ? -1 : 1; // no leading zeros
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
