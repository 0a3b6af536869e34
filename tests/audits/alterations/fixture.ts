import type pg from 'pg';
import type { FindingKind } from '../../../server/audit/verify/report';

/** How a superuser may alter a sealed audit log. Each alteration returns its place, which the verifier must report. */

export interface SealedRow {
  orgId: string;
  txid: string;
  id: string;
  seal: number;
  /** From 1, within the seal. */
  position: number;
}

export interface Fixture {
  /** Rows in order, by organization. */
  rows: Map<string, SealedRow[]>;
  /** Number of seals by organization. */
  seals: Map<string, number>;
  batchRows: number;
  /** Number of edits so far; forms are used in turn. */
  edits: { rows: number; seals: number };
}

/** One of these findings must be reported at this place. */
export interface Expected {
  orgId: string;
  kinds: FindingKind[];
  seal: number;
  position?: number;
  id?: string;
}

interface Alteration {
  name: string;
  expected: Expected[];
  /** More findings than this would be too unspecific. */
  most: number;
}

export type Random = () => number;
export type Alter = (client: pg.Client, fixture: Fixture, random: Random) => Promise<Alteration>;

export const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;
/** The next element of a list, cyclically. */
export const inTurn = <T>(list: readonly T[], fixture: Fixture, of: keyof Fixture['edits']): T =>
  list[fixture.edits[of]++ % list.length]!;
export const organizations = (fixture: Fixture) => [...fixture.rows.keys()];
export const anyRow = (fixture: Fixture, random: Random): SealedRow =>
  pick(fixture.rows.get(pick(organizations(fixture), random))!, random);
export const at = (row: SealedRow, kinds: FindingKind[]): Expected => ({
  orgId: row.orgId,
  kinds,
  seal: row.seal,
  position: row.position,
});
export const KEY = 'org_id = $1 and txid = $2::xid8 and id = $3';
export const key = (row: SealedRow) => [row.orgId, row.txid, row.id];

export async function one(client: pg.Client, text: string, values: unknown[]): Promise<void> {
  const { rowCount } = await client.query(text, values);
  if (rowCount !== 1) throw new Error(`The alteration touched ${rowCount} rows: ${text}`);
}
