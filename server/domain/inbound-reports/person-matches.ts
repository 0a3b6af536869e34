import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { patients, type inboundReports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { ofOpenChart } from '../../shared/restricted-charts';
import { checkPatient } from './filing/check-patient';
import type { UNMATCHED_REASON_WORDS } from './rules';
import { storedPatient } from './stored-patient';

export type PersonMatch = Extract<
  keyof typeof UNMATCHED_REASON_WORDS,
  'mrn_not_sent' | 'mrn_unknown' | 'matches_now' | 'patient_deleted'
>;
/** Of a report or document. */
type MatchedRow = Pick<
  typeof inboundReports.$inferSelect,
  'id' | 'why' | 'family' | 'given' | 'birthDate' | 'birthDateUnread' | 'sex' | 'mrn'
>;
export type PersonMatches = ReadonlyMap<string, PersonMatch>;

/**
 * Reports and documents (UUID) without a match whose name and birth date are those of a patient, as the records are now,
 * or whose patient was created; and those whose number matched a patient who was deleted since. Name and birth date alone
 * file nothing.
 */
export async function personMatches(
  tx: Tx,
  ctx: Context,
  found: readonly { row: MatchedRow }[],
): Promise<PersonMatches> {
  const deleted = await deletedMatches(tx, ctx, found);
  const rows = found.flatMap(({ row }) =>
    row.why.problem === 'no_match' && row.birthDate?.length === 10
      ? [{ ...row, birthDate: row.birthDate }]
      : [],
  );
  const created = found.flatMap(({ row }) => createdOf(row) ?? []);
  if (rows.length === 0 && created.length === 0) return deleted;
  const known = await tx
    .select({
      id: patients.id,
      mrn: patients.mrn,
      identifiers: patients.identifiers,
      name: patients.name,
      otherNames: patients.otherNames,
      birthDate: patients.birthDate,
      sex: patients.sex,
    })
    .from(patients)
    .where(
      and(
        eq(patients.orgId, ctx.actor.orgId),
        or(
          inArray(patients.birthDate, [...new Set(rows.map(({ birthDate }) => birthDate))]),
          inArray(patients.id, created),
        ),
        isNull(patients.deletedAt),
        isNull(patients.mergedIntoId),
        ofOpenChart(ctx, patients.id),
      ),
    );
  return new Map([
    ...deleted,
    ...found.flatMap(({ row }) => {
      if (row.why.problem !== 'no_match') return [];
      if (known.some(({ id }) => id === createdOf(row))) return [[row.id, 'matches_now'] as const];
      if (row.birthDate?.length !== 10) return [];
      const { facts } = storedPatient(row);
      const same = known.filter((patient) => checkPatient({ ...facts, mrns: [] }, patient).fits);
      if (same.length === 0) return [];
      const isOwn = (patient: (typeof known)[number]) =>
        checkPatient(facts, { ...patient, otherMrns: mrnsOf(patient.identifiers) }).mrn === 'same';
      const match = same.some(isOwn)
        ? 'matches_now'
        : facts.mrns.length === 0
          ? 'mrn_not_sent'
          : 'mrn_unknown';
      return [[row.id, match] as const];
    }),
  ]);
}

/** Why a report was not filed to the patient with its number. */
const OF_PATIENT: readonly unknown[] = [
  'patient_differs',
  'name_differs',
  'sex_differs',
  'birth_date_missing',
];

async function deletedMatches(
  tx: Tx,
  ctx: Context,
  found: readonly { row: MatchedRow }[],
): Promise<PersonMatches> {
  const matched = found.flatMap(({ row: { id, why } }) =>
    OF_PATIENT.includes(why.problem) && typeof why.candidate === 'string'
      ? [{ id, candidate: why.candidate }]
      : [],
  );
  if (matched.length === 0) return new Map();
  const rows = await tx
    .select({ id: patients.id })
    .from(patients)
    .where(
      and(
        eq(patients.orgId, ctx.actor.orgId),
        inArray(
          patients.id,
          matched.map(({ candidate }) => candidate),
        ),
        isNotNull(patients.deletedAt),
      ),
    );
  const deleted = new Set(rows.map(({ id }) => id));
  return new Map(
    matched.flatMap(({ id, candidate }) =>
      deleted.has(candidate) ? [[id, 'patient_deleted'] as const] : [],
    ),
  );
}

const createdOf = ({ why: { problem, created } }: MatchedRow): string | null =>
  problem === 'no_match' && typeof created === 'string' ? created : null;

const mrnsOf = (identifiers: (typeof patients.$inferSelect)['identifiers']): string[] =>
  identifiers.flatMap(({ type, value }) => (type === 'mrn' ? value : []));
