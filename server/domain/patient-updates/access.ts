import { and, eq, inArray, isNull } from 'drizzle-orm';
import { inboundMessages, inboundPatientUpdates, labConnections, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { keepsRecordsSeparate, mergesRecords } from '../../hl7v2/adt-events';
import { namesOfPeople } from '../../shared/actor-names';
import type { Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, showId } from '../../shared/ids';
import { storedPatient } from '../inbound-reports/stored-patient';
import { resolveMerged, type PatientRow } from '../patients/access';
import type { PatientUpdate } from './contract';
import { contradictionsOf } from './contradictions';
import { hasMrn } from './feed-fields';
import { CONTRADICTIONS, OPEN_STATES, type Contradiction } from './rules';
import { DOCUMENT_FILERS } from '../../shared/scopes';

export type UpdateRow = typeof inboundPatientUpdates.$inferSelect;

export interface NamedUpdate {
  row: UpdateRow;
  receivedAt: Date;
  connection: string;
}

/** Decisions change or create patients. */
export const DECIDE = {
  scope: 'patients:write',
  role: DOCUMENT_FILERS,
  peopleOnly: true,
} as const satisfies Partial<Operation<unknown>>;
export const READ = { ...DECIDE, scope: 'patients:read' } as const;

export const selectUpdates = (tx: Tx, ctx: Context) =>
  tx
    .select({
      row: inboundPatientUpdates,
      receivedAt: inboundMessages.receivedAt,
      connection: labConnections.name,
    })
    .from(inboundPatientUpdates)
    .innerJoin(
      inboundMessages,
      and(
        eq(inboundMessages.orgId, ctx.actor.orgId),
        eq(inboundMessages.id, inboundPatientUpdates.messageId),
      ),
    )
    .innerJoin(
      labConnections,
      and(
        eq(labConnections.orgId, ctx.actor.orgId),
        eq(labConnections.id, inboundPatientUpdates.connectionId),
      ),
    );

/** @throws DomainError `not_found` */
export async function findUpdate(tx: Tx, ctx: Context, id: string): Promise<NamedUpdate> {
  const [found] = await selectUpdates(tx, ctx).where(
    and(
      eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
      eq(inboundPatientUpdates.id, pathId('inbound_patient_update', id)),
      eq(inboundPatientUpdates.isTest, false),
    ),
  );
  if (!found) throw notFound();
  return found;
}

export interface Decided {
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
}

/** @param names of people, by actor */
export const presentDecision = (
  { decidedAt, decidedBy, reason }: Decided,
  names: ReadonlyMap<string, string>,
): PatientUpdate['decided'] =>
  decidedAt && decidedBy
    ? { at: decidedAt.toISOString(), by_name: names.get(decidedBy) ?? null, reason }
    : null;

/** Locks an update that needs a decision, or is in one of the states. @throws DomainError `not_found`, `invalid_state` */
export async function lockUpdate(
  tx: Tx,
  ctx: Context,
  id: string,
  states: readonly UpdateRow['state'][] = OPEN_STATES,
): Promise<UpdateRow> {
  const [row] = await tx
    .select()
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
        eq(inboundPatientUpdates.id, pathId('inbound_patient_update', id)),
        eq(inboundPatientUpdates.isTest, false),
      ),
    )
    .for('update');
  if (!row) throw notFound();
  if (!states.includes(row.state))
    throw new DomainError('invalid_state', `${await decidedSince(tx, ctx, row)} Reload the page.`, {
      outdated: true,
    });
  return row;
}

const OUTCOME_WORDS: Readonly<Record<NonNullable<UpdateRow['outcome']>, string>> = {
  created: 'Created',
  updated: 'Applied',
  unchanged: 'Applied',
  merged: 'Merged',
  closed: 'Closed',
};

async function decidedSince(tx: Tx, ctx: Context, row: UpdateRow): Promise<string> {
  if (row.problem === 'replaced') return 'A newer message replaced this one.';
  const { decidedBy: by, outcome } = row;
  const name = by && (await namesOfPeople(tx, ctx, [by])).get(by);
  return name
    ? `${outcome ? OUTCOME_WORDS[outcome] : 'Rejected'} by ${name} in the meantime.`
    : 'The message was decided in the meantime.';
}

export const mayMerge = ({ problem, event }: Pick<UpdateRow, 'problem' | 'event'>): boolean =>
  problem === 'merge_sent' && mergesRecords(event);

/** Whether the message is about one record at most: a merge of records of which one is unknown here changes the other. */
export async function mayApply(
  tx: Tx,
  ctx: Context,
  { problem, event, candidates }: Pick<UpdateRow, 'problem' | 'event' | 'candidates'>,
): Promise<boolean> {
  if (problem === 'deletion_sent') return false;
  if (problem !== 'merge_sent') return true;
  if (keepsRecordsSeparate(event)) return false;
  return (await candidateCharts(tx, ctx, candidates)).length <= 1;
}

/**
 * Whether a user closes it as a request. Data is rejected instead, and so is a merge of two records that are separate
 * here.
 */
export async function mayClose(tx: Tx, ctx: Context, row: UpdateRow): Promise<boolean> {
  if (row.problem === 'deletion_sent') return true;
  if (row.problem !== 'merge_sent') return false;
  if (!mayMerge(row)) return true;
  const charts = await candidateCharts(tx, ctx, row.candidates);
  const [mrns, priorMrns] = [row.mrn, row.priorMrn].map((sent) => sent?.split(', ') ?? []);
  return recordsToMerge(charts, mrns!, priorMrns!) === null;
}

/** The record of PID and that of MRG, if there is one of each. */
export function recordsToMerge(
  charts: readonly PatientRow[],
  mrns: readonly string[],
  priorMrns: readonly string[],
): { survivor: PatientRow; merged: PatientRow } | null {
  const having = (sent: readonly string[]) =>
    charts.filter((chart) => sent.some((mrn) => hasMrn(chart, mrn)));
  const [survivor, ...survivors] = having(mrns);
  const [merged, ...more] = having(priorMrns);
  if (!survivor || !merged || survivors.length + more.length > 0 || survivor.id === merged.id) return null;
  return { survivor, merged };
}

/** @param ids UUIDs */
export async function candidateCharts(tx: Tx, ctx: Context, ids: string[]): Promise<PatientRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, ctx.actor.orgId), inArray(patients.id, ids), isNull(patients.deletedAt)));
  return resolveMerged(tx, ctx, rows);
}

const contradictionOf = ({ problem }: UpdateRow): Contradiction | undefined =>
  CONTRADICTIONS.find((field) => problem === `${field}_differs`);

interface Reason {
  problem: string | null;
  differs: Contradiction[];
}

/**
 * Why data about known records is not applied, as the records are now, by ID: all fields in which a message contradicts
 * its patient, of which the stored problem is only the first, or that the patient was deleted since.
 */
export async function reasonsOf(
  tx: Tx,
  ctx: Context,
  rows: readonly UpdateRow[],
): Promise<Map<string, Reason>> {
  const held = rows.filter((row) => row.problem === 'deletion_sent' || contradictionOf(row));
  const charts = await candidateCharts(
    tx,
    ctx,
    held.flatMap(({ candidates }) => candidates),
  );
  return new Map(
    held.map((row) => {
      const [named] = row.candidates;
      const chart = charts.find(({ id, mergedFrom }) => named && [id, ...mergedFrom].includes(named));
      const isRequest = row.problem === 'deletion_sent';
      if (!chart) return [row.id, { problem: isRequest ? 'deletion_done' : 'patient_deleted', differs: [] }];
      if (isRequest) return [row.id, { problem: row.problem, differs: [] }];
      const { patient, facts } = storedPatient(row);
      const found = contradictionsOf(patient, facts.sex, facts, chart);
      const differs = CONTRADICTIONS.filter(
        (field) => found.includes(field) || field === contradictionOf(row),
      );
      return [row.id, { problem: row.problem, differs }];
    }),
  );
}

export function presentUpdate(
  { row, receivedAt, connection }: NamedUpdate,
  reasons: ReadonlyMap<string, Reason>,
): Omit<PatientUpdate, 'decided'> {
  return {
    id: showId('inbound_patient_update', row.id),
    object: 'inbound_patient_update',
    state: row.state,
    outcome: row.outcome,
    problem: row.problem,
    differs: [],
    ...reasons.get(row.id),
    event: row.event,
    sent_at: row.sentAt.toISOString(),
    received_at: receivedAt.toISOString(),
    connection,
    message_id: showId('inbound_message', row.messageId),
    family: row.family,
    given: row.given,
    birth_date: row.birthDate,
    birth_date_unread: row.birthDateUnread,
    sex: row.sex,
    mrn: row.mrn,
    prior_mrn: row.priorMrn,
  };
}
