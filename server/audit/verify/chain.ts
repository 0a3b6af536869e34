import { DECLARE_RESTORE } from '../losses';
import { compareRows } from './compare-rows';
import { milliseconds, rowHash, sealHash, ZERO_HASH, type RowText, type SealText } from './encoding';
import type { Finding, Report } from './report';
import { compareKeys, rowsOf, sealsOf, type Key, type Reader, type Stream } from './streams';

/** Verifies the chain of one organization against its rows in one pass, with one seal and its rows in memory. */

export interface ChainResult {
  seals: number;
  rows: number;
  /** Rows after the last seal, which are not yet protected. */
  unsealed: number;
  oldestUnsealed: string | null;
  lastNumber: number;
}

/** A row without a seal in this organization, and a sealed row that is missing: they may belong together. */
export interface Stray {
  orgId: string;
  row: RowText;
  finding: Finding;
}
export interface Gap {
  orgId: string;
  hash: Buffer;
  finding: Finding;
}

/** A sealed row that declares a restore. */
export interface DeclaredRow {
  orgId: string;
  seal: number;
  /** Hex. */
  hash: string;
  txid: string;
  at: string;
  detail: string | null;
}

export interface Walk {
  reader: Reader;
  report: Report;
  restores: DeclaredRow[];
  strays: Stray[];
  gaps: Gap[];
  /** First transaction ID not yet assigned when the verification started. */
  nextTxid: string;
  onRows(count: number): void;
}

/** Rows read beyond the seal's count; any further ones are only counted. */
const MOST_BEYOND = 10_000;

/** @param archivedTo number of the last seal whose rows were archived */
export async function walkChain(walk: Walk, orgId: string, archivedTo: number): Promise<ChainResult> {
  const seals = await sealsOf(walk.reader, orgId);
  const rows = await rowsOf(walk.reader, orgId);
  const result: ChainResult = { seals: 0, rows: 0, unsealed: 0, oldestUnsealed: null, lastNumber: 0 };
  let before: SealText | null = null;
  for (let seal = await seals.take(); seal; seal = await seals.take()) {
    const number = Number(seal.number);
    const next = await seals.peek();
    const whole = sealHash(seal).equals(seal.hash) && seal.row_hashes.length === 32 * Number(seal.row_count);
    if (number !== result.lastNumber + 1) await reportMissingSeals(walk, orgId, result, seal, rows);
    else if (!seal.previous_hash.equals(before?.hash ?? ZERO_HASH))
      walk.report.add(
        'chain_broken',
        orgId,
        { seal: number },
        `Seal ${number} does not follow from the previous seal.`,
      );
    if (!whole)
      walk.report.add(
        'seal_changed',
        orgId,
        { seal: number },
        `Seal ${number} was changed: it does not match its hash.`,
      );
    const compare = number <= archivedTo ? compareArchivedSeal : compareSeal;
    await compare(walk, orgId, seal, endOf(seal, whole, next), rows, result);
    result.seals++;
    result.lastNumber = number;
    before = seal;
  }
  await readTail(walk, orgId, rows, result);
  await seals.close();
  await rows.close();
  return result;
}

type End = (key: Key) => boolean;

/** Where the rows of a seal end. A changed seal's own bounds are ignored if the next seal confirms others. */
function endOf(seal: SealText, whole: boolean, next: SealText | null): End {
  const follows = next && Number(next.number) === Number(seal.number) + 1 && sealHash(next).equals(next.hash);
  if (!whole && follows) {
    const first = { txid: next.first_txid, id: next.first_id };
    return (key) => compareKeys(key, first) < 0;
  }
  const last = { txid: seal.last_txid, id: seal.last_id };
  return (key) => compareKeys(key, last) <= 0;
}

const keyOf = (row: RowText): Key => ({ txid: row.txid!, id: row.id! });

async function reportMissingSeals(
  walk: Walk,
  orgId: string,
  result: ChainResult,
  seal: SealText,
  rows: Stream<RowText>,
): Promise<void> {
  const [from, to] = [result.lastNumber + 1, Number(seal.number) - 1];
  const first = { txid: seal.first_txid, id: seal.first_id };
  let loose = 0;
  await rows.takeWhile((row) => {
    const isLoose = compareKeys(keyOf(row), first) < 0;
    if (isLoose) loose++;
    return isLoose;
  });
  walk.onRows(loose);
  result.rows += loose;
  const which = from === to ? `Seal ${from} is` : `Seals ${from} to ${to} are`;
  walk.report.add(
    'seal_missing',
    orgId,
    { seal: from },
    `${which} missing; ${loose} rows there are not covered by a seal.`,
  );
}

/** Rows may be missing, but those that remain must be sealed. */
async function compareArchivedSeal(
  walk: Walk,
  orgId: string,
  seal: SealText,
  end: End,
  rows: Stream<RowText>,
  result: ChainResult,
): Promise<void> {
  const number = Number(seal.number);
  const sealed = new Set(seal.row_hashes.toString('hex').match(/.{64}/g));
  let found = 0;
  await rows.takeWhile((row) => {
    if (!end(keyOf(row))) return false;
    found++;
    const hash = rowHash(row);
    if (!sealed.has(hash.toString('hex')))
      walk.report.add(
        'row_inserted',
        orgId,
        { seal: number, ...keyOf(row) },
        `A row of seal ${number}, which is archived, was added or changed.`,
      );
    else if (row.action === DECLARE_RESTORE) walk.restores.push(declaredRow(orgId, number, hash, row));
    return true;
  });
  walk.onRows(found);
  result.rows += found;
}

const declaredRow = (orgId: string, seal: number, hash: Buffer, row: RowText): DeclaredRow => ({
  orgId,
  seal,
  hash: hash.toString('hex'),
  txid: row.txid!,
  at: new Date(Number(milliseconds(row.at!))).toISOString(),
  detail: row.detail,
});

async function compareSeal(
  walk: Walk,
  orgId: string,
  seal: SealText,
  end: End,
  rows: Stream<RowText>,
  result: ChainResult,
): Promise<void> {
  const number = Number(seal.number);
  const most = Math.floor(seal.row_hashes.length / 32) + MOST_BEYOND;
  const keys: Key[] = [];
  const hashes: Buffer[] = [];
  /** Intact rows that are not where they were sealed; other rows need no second check. */
  const odd = new Map<number, RowText>();
  let beyond = 0;
  await rows.takeWhile((row) => {
    const key = keyOf(row);
    if (!end(key)) return false;
    if (keys.length >= most) {
      beyond++;
      return true;
    }
    const at = keys.push(key) - 1;
    const hash = rowHash(row);
    hashes.push(hash);
    if (!hash.equals(seal.row_hashes.subarray(at * 32, at * 32 + 32))) odd.set(at, row);
    else if (row.action === DECLARE_RESTORE) walk.restores.push(declaredRow(orgId, number, hash, row));
    return true;
  });
  const found = compareRows(seal.row_hashes, Buffer.concat(hashes));
  const rowAt = (at: number) => ({ seal: number, txid: keys[at]!.txid, id: keys[at]!.id });
  const stray = (finding: Finding | null, at: number) => {
    const row = odd.get(at);
    if (finding && row) walk.strays.push({ orgId, row, finding });
  };
  const gap = (finding: Finding | null, at: number) =>
    finding && walk.gaps.push({ orgId, finding, hash: seal.row_hashes.subarray(at * 32, at * 32 + 32) });
  const where = (at: number) => `row ${at + 1} of seal ${number}`;
  for (const { sealed, row } of found.changed)
    stray(
      walk.report.add(
        'row_changed',
        orgId,
        { ...rowAt(row), position: sealed + 1 },
        `The content of ${where(sealed)} differs from the sealed content.`,
      ),
      row,
    );
  for (const { sealed, before } of found.missing) {
    const row = before === null ? null : keys[before]!;
    const place = { seal: number, position: sealed + 1, txid: row?.txid ?? null, id: row?.id ?? null };
    const after = row ? `; it followed transaction ${row.txid}, row ${row.id}` : '';
    gap(
      walk.report.add('row_missing', orgId, place, `Row ${sealed + 1} of seal ${number} is missing${after}.`),
      sealed,
    );
  }
  for (const at of found.inserted)
    stray(
      walk.report.add(
        'row_inserted',
        orgId,
        rowAt(at),
        `A row was added to seal ${number} after it was created.`,
      ),
      at,
    );
  for (const { sealed, row } of found.moved)
    walk.report.add(
      'row_out_of_order',
      orgId,
      { ...rowAt(row), position: sealed + 1 },
      `The row was sealed at another position: ${where(sealed)}.`,
    );
  if (beyond > 0)
    walk.report.add('row_inserted', orgId, { seal: number }, `${beyond} rows were added to seal ${number}.`);
  const [first, last] = [keys[0], keys.at(-1)];
  if (
    first &&
    last &&
    found.missing.length + found.inserted.length + found.changed.length === 0 &&
    !bounds(seal, first, last)
  )
    walk.report.add(
      'seal_changed',
      orgId,
      { seal: number },
      `Seal ${number} has a different first and last row.`,
    );
  walk.onRows(keys.length + beyond);
  result.rows += keys.length + beyond;
}

const bounds = (seal: SealText, first: Key, last: Key): boolean =>
  compareKeys(first, { txid: seal.first_txid, id: seal.first_id }) === 0 &&
  compareKeys(last, { txid: seal.last_txid, id: seal.last_id }) === 0;

async function readTail(
  walk: Walk,
  orgId: string,
  rows: Stream<RowText>,
  result: ChainResult,
): Promise<void> {
  await rows.takeWhile((row) => {
    result.unsealed++;
    result.oldestUnsealed ??= row.at;
    if (BigInt(row.txid!) >= BigInt(walk.nextTxid))
      walk.report.add(
        'row_from_the_future',
        orgId,
        keyOf(row),
        'The transaction ID of the row has not been assigned yet.',
      );
    if (result.unsealed % 1_000 === 0) walk.onRows(1_000);
    return true;
  });
  walk.onRows(result.unsealed % 1_000);
}
