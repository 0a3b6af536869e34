import { and, asc, eq, notInArray, sql, type SQL } from 'drizzle-orm';
import { labObservations, labResults } from '../../db/schema/index';
import { collectionTime } from '../../db/schema/lab-results';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import type { PastValue, Series } from './history-contract';
import { notVoided } from './voided';

/** One patient's values over time, for flow sheet and trend. Omits withdrawn values. */

export const ofPatient = (ctx: Context, patientId: string): SQL =>
  and(
    eq(labObservations.orgId, ctx.actor.orgId),
    eq(labObservations.patientId, patientId),
    notInArray(labObservations.status, ['deleted', 'wrong']),
  )!;

const LINE = {
  id: labObservations.id,
  resultId: labObservations.resultId,
  panelId: labObservations.panelId,
  position: labObservations.position,
  testKey: labObservations.testKey,
  loinc: labObservations.loinc,
  name: labObservations.name,
  unit: labObservations.unit,
  valueText: labObservations.valueText,
  valueNumber: labObservations.valueNumber,
  comparator: labObservations.comparator,
  referenceRange: labObservations.referenceRange,
  interpretation: labObservations.interpretation,
  interpretationSource: labObservations.interpretationSource,
  severity: labObservations.severity,
  status: labObservations.status,
  observedAt: labObservations.observedAt,
  hasNotes: sql<boolean>`jsonb_array_length(${labObservations.notes}) > 0`,
  precision: labObservations.observedAtPrecision,
  lab: labResults.lab,
};

const readLines = (tx: Tx) =>
  tx
    .select(LINE)
    .from(labObservations)
    .innerJoin(
      labResults,
      and(eq(labResults.orgId, labObservations.orgId), eq(labResults.id, labObservations.resultId)),
    );

export type HistoryLine = Awaited<ReturnType<typeof readLines>>[number];

/** Lines with laboratory and time of their report, oldest first; lines without a time are the oldest. */
export function readHistory(tx: Tx, condition: SQL, limit: number): Promise<HistoryLine[]> {
  return readLines(tx)
    .where(and(condition, notVoided))
    .orderBy(
      sql`${labObservations.observedAt} desc nulls last`,
      sql`${labObservations.resultId} desc`,
      sql`${labObservations.position} desc`,
    )
    .limit(limit)
    .then((newestFirst) => withUnits(newestFirst).reverse());
}

/** A test that was not performed has no unit; it joins the series of the test's latest value. */
function withUnits(newestFirst: HistoryLine[]): HistoryLine[] {
  const units = new Map<string, string | null>();
  for (const line of newestFirst)
    if (line.valueText !== null && !units.has(line.testKey)) units.set(line.testKey, line.unit);
  return newestFirst.map((line) =>
    line.valueText === null && line.unit === null ? { ...line, unit: units.get(line.testKey) ?? null } : line,
  );
}

/** Only values of one series share a row or a graph line. */
export const seriesKey = ({ testKey, loinc, unit, lab }: HistoryLine): string =>
  JSON.stringify([testKey, unit, loinc === null ? lab.id : null]);

/** Uses the name in the newest report. */
export const presentSeries = ({ testKey, loinc, name, unit, lab }: HistoryLine): Series => ({
  test_key: testKey,
  name,
  unit,
  lab_name: loinc === null ? lab.name : null,
});

export function presentValue(line: HistoryLine): PastValue {
  return {
    observation_id: showId('observation', line.id),
    result_id: showId('lab_result', line.resultId),
    value_text: line.valueText,
    value_number: line.valueNumber,
    comparator: line.comparator,
    reference_range: line.referenceRange,
    interpretation: line.interpretation,
    interpretation_source: line.interpretationSource,
    severity: line.severity,
    status: line.status,
    observed_at: line.observedAt?.toISOString() ?? null,
    precision: line.precision,
    has_notes: line.hasNotes,
  };
}

export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export interface PatientPanel {
  /** LOINC of the panel, or its code. */
  key: string;
  /** Of laboratories that send a panel of the same name with other codes, and `key`. */
  keys: string[];
  name: string;
  /** UUID in each report with this panel. */
  ids: string[];
}

/** The panels of a patient's reports, with their most recent names. A name occurs once. */
export async function panelsOfPatient(tx: Tx, ctx: Context, patientId: string): Promise<PatientPanel[]> {
  const reports = await tx
    .select({
      panels: sql<
        { id: string; key: string; name: string }[] | null
      >`(select jsonb_agg(jsonb_build_object('id', p->>'id', 'key', coalesce(p->>'loinc', p->>'code'), 'name', p->>'name')) from jsonb_array_elements(${labResults.panels}) p)`,
    })
    .from(labResults)
    .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.patientId, patientId), notVoided))
    .orderBy(asc(collectionTime(labResults.collectedAt)), asc(labResults.id));
  const byKey = new Map<string, PatientPanel>();
  for (const { id, key, name } of reports.flatMap(({ panels }) => panels ?? [])) {
    const panelId = readId('panel', id)!;
    const known = byKey.get(key);
    if (known) {
      known.name = name;
      known.ids.push(panelId);
    } else byKey.set(key, { key, keys: [key], name, ids: [panelId] });
  }
  const byName = new Map<string, PatientPanel>();
  for (const panel of byKey.values()) {
    const name = panel.name.trim().toLowerCase();
    const known = byName.get(name);
    if (known) {
      known.keys.push(panel.key);
      known.ids.push(...panel.ids);
    } else byName.set(name, panel);
  }
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
