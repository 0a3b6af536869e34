import { and, eq, inArray } from 'drizzle-orm';
import { labResults } from '../../../db/schema/index';
import type { Tx } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import { newId } from '../../../shared/ids';
import { isVoided } from '../../lab-results/voided';
import type { NormalReport } from '../../../hl7v2/normal-message';
import { isMoment, writtenDate } from './time-precision';

/**
 * Finds the filed report of which a message is a version. Placer numbers are reused: by another ordering system (with
 * another namespace), and by a standing order for each draw (with another filler number and collection day).
 */

const KNOWN = {
  id: labResults.id,
  patientId: labResults.patientId,
  addressedPatientId: labResults.addressedPatientId,
  orderId: labResults.orderId,
  reportKey: labResults.reportKey,
  fillerNumber: labResults.fillerOrderNumber,
  accessionNumber: labResults.accessionNumber,
  specimens: labResults.specimens,
  collectedAt: labResults.collectedAt,
  collectedAtPrecision: labResults.collectedAtPrecision,
  panels: labResults.panels,
};
type Row = Pick<
  typeof labResults.$inferSelect,
  'id' | 'patientId' | 'addressedPatientId' | 'orderId' | 'reportKey' | 'specimens' | 'panels'
> & {
  fillerNumber: string | null;
  accessionNumber: string | null;
  collectedAt: Date | null;
  collectedAtPrecision: (typeof labResults.$inferSelect)['collectedAtPrecision'];
};

export interface Sought {
  report: NormalReport;
  /** Under which the number's first report is filed (`report_key`). */
  key: string;
  /** The placer number is one of our orders, regardless of the assigning authority in the message. */
  ours: boolean;
  /** IANA name, for collection days. */
  timeZone: string;
  /** The report that the message was previously filed as (`uuid`). */
  filedAs: string | null;
  /** The patient confirmed by a user (`uuid`); decides if several match. */
  patientId: string | null;
}

export type Known = { row: Row | 'several' | null; key: string };

export async function knownReport(tx: Tx, ctx: Context, labId: string, sought: Sought): Promise<Known> {
  const { report, key, filedAs } = sought;
  const find = async (condition: ReturnType<typeof and>): Promise<Row[]> =>
    (
      await tx
        .select(KNOWN)
        .from(labResults)
        .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.labId, labId), condition))
        .limit(50)
    ).filter((row) => !isVoided(row) && !row.reportKey.startsWith('closed:'));
  const one = (rows: Row[]): Known | null => {
    const theirs = rows.filter(({ patientId }) => patientId === sought.patientId);
    const [first, second] = theirs.length > 0 ? theirs : rows;
    if (!first) return null;
    return second ? { row: 'several', key } : { row: first, key: first.reportKey };
  };

  if (filedAs !== null) {
    const before = one(await find(eq(labResults.id, filedAs)));
    if (before) return before;
  }
  if (report.key?.kind !== 'placer') {
    const exact = await find(eq(labResults.reportKey, key));
    const others = exact.length === 0 || sought.patientId !== null ? await byOtherNumber(report, find) : [];
    return (
      one([...new Map([...exact, ...others].map((row) => [row.id, row])).values()]) ?? { row: null, key }
    );
  }
  const keys = keysOf(sought);
  const placed = await find(inArray(labResults.reportKey, keys));
  const fillers = fillersOf(report);
  const numbered = fillers.length === 0 ? [] : await find(inArray(labResults.fillerOrderNumber, fillers));
  const ofNumber = ({ reportKey }: Row) => reportKey === key || /^[\^#]/.test(reportKey.slice(key.length));
  const all = new Map(
    [...placed, ...numbered.filter((row) => row.reportKey.startsWith(key) && ofNumber(row))].map((row) => [
      row.id,
      row,
    ]),
  );
  const versions = [...all.values()].filter((row) => isSameReport(row, sought));
  const sharing = versions.filter((row) => sharesFiller(row, report));
  const found = one(sharing.length > 0 ? sharing : versions);
  if (found) return found;
  // Previously filed without the placer number.
  const filler = report.filler_number?.trim();
  const unplaced = filler ? one(await find(eq(labResults.reportKey, `filler:${filler}`))) : null;
  return unplaced ?? { row: null, key: freeKey(keys, new Set(placed.map(({ reportKey }) => reportKey))) };
}

/** A message without the preferred number belongs to the only report with its other number. */
const byOtherNumber = (
  { key, filler_number: filler, accession_number: accession }: NormalReport,
  find: (condition: ReturnType<typeof and>) => Promise<Row[]>,
): Promise<Row[]> | Row[] =>
  key?.kind === 'filler'
    ? find(eq(labResults.fillerOrderNumber, filler!.trim()))
    : key?.kind === 'accession'
      ? find(eq(labResults.accessionNumber, accession!.trim()))
      : [];

const fillersOf = ({ panels }: NormalReport): string[] => [
  ...new Set(panels.flatMap(({ filler_number: filler }) => (filler === null ? [] : [filler.trim()]))),
];

const sharesFiller = (row: Row, report: NormalReport): boolean => {
  const known = new Set([row.fillerNumber, ...row.panels.map((panel) => panel.filler_number ?? null)]);
  return fillersOf(report).some((filler) => known.has(filler));
};

/** By the placer number alone, with its namespace, with a filler number, with both. */
function keysOf({ report, key, ours }: Sought): string[] {
  const named = report.placer_authority === null || ours ? [key] : [key, `${key}^${report.placer_authority}`];
  return [...named, ...named.flatMap((start) => fillersOf(report).map((filler) => `${start}#${filler}`))];
}

const freeKey = (keys: readonly string[], taken: ReadonlySet<string>): string =>
  keys.find((key) => !taken.has(key)) ?? separateKey(keys[0]!);

/** Key of a report that a user separated from another with the same number. */
export const separateKey = (key: string): string => `${key}#${newId()}`;

function isSameReport(row: Row, { report, ours, timeZone }: Sought): boolean {
  const authorities = new Set(row.panels.flatMap((panel) => panel.placer_authority ?? []));
  const sent = report.placer_authority;
  if (!ours && sent !== null && authorities.size > 0 && !authorities.has(sent)) return false;
  const fillers = fillersOf(report);
  const known = [row.fillerNumber, ...row.panels.map((panel) => panel.filler_number ?? null)];
  if (fillers.length === 0 || known.every((number) => number === null)) return true;
  if (sharesFiller(row, report)) return true;
  if (report.accession_number !== null && row.accessionNumber === report.accession_number.trim()) return true;
  const specimens = new Set(row.specimens.flatMap(({ id }) => id ?? []));
  const ids = report.specimens.flatMap(({ filler_id, placer_id }) => filler_id ?? placer_id ?? []);
  return ids.some((id) => specimens.has(id)) || !isOtherDay(row, report, timeZone);
}

/** Draws around midnight belong to one day. */
const NIGHT_MS = 6 * 3_600_000;

function isOtherDay(row: Row, { collected_at: sent }: NormalReport, timeZone: string): boolean {
  const { collectedAt: known, collectedAtPrecision: precision } = row;
  if (sent === null || known === null) return false;
  const isDate = precision === 'day' || precision === 'month' || precision === 'year';
  const day = isDate
    ? known.toISOString().slice(0, 10)
    : new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(known);
  const sentDay = isMoment(sent)
    ? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(sent.at))
    : (writtenDate(sent) ?? day);
  const apart = Math.abs(Date.parse(sent.at) - known.getTime());
  return sentDay !== day && (isDate || !isMoment(sent) || apart >= NIGHT_MS);
}
