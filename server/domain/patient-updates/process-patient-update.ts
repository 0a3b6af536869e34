import { and, eq, inArray, lte, ne, notInArray } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { inboundPatientUpdates, patientFeeds } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { PatientUpdateState } from '../../data-types/inbound-message-codes';
import { notifyPages } from '../../events/notify-pages';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { toCamelCase } from '../../shared/field-names';
import { idTime, newId, showId } from '../../shared/ids';
import { isSameAsSent } from '../inbound-reports/filing/report-facts';
import type { PatientRow } from '../patients/access';
import { makePatient } from '../patients/create-patient';
import { lockForMerge, mergeRecords } from '../patients/merge-records';
import { storePatientChange } from '../patients/store-change';
import type { UpdateRow } from './access';
import { decideUpdate, type Situation, type UpdateDecision } from './decide-update';
import { createdRegister, newestFields, type Register } from './feed-fields';
import { readInboundAdt, type InboundAdt } from './read-update';
import { readFeed, readPerson, readSituation } from './read-situation';
import { refreshMessageOf } from './refresh-message';
import { heldState, NOT_OF_ONE_PATIENT, OPEN_STATES, type UpdateProblem } from './rules';

/**
 * Matches one patient of a stored message and applies it by the policy of the connection, or holds it for a person, in a
 * single transaction. Idempotent, so it can be repeated after a failure.
 * @param position of the PID segment, from 0
 */
export function processPatientUpdate(
  ctx: Context,
  message: InboundAdt,
  position: number,
): Promise<PatientUpdateState> {
  return perform(ctx, { action: 'process_patient_update', kind: 'write' }, async (tx) => {
    await lockThing(tx, 'patient_feed', ctx.actor.orgId);
    const row = await processUpdate(tx, ctx, message, position);
    return {
      output: row.state,
      audit: {
        objectKind: 'inbound_patient_update' as const,
        objectId: row.id,
        patientIds: patientsOf(row),
        detail: {
          message_id: showId('inbound_message', message.row.id),
          event: row.event,
          state: row.state,
          ...(row.problem ? { problem: row.problem } : {}),
          ...(row.outcome ? { outcome: row.outcome } : {}),
          ...(row.fields.length > 0 ? { fields: row.fields } : {}),
        },
      },
    };
  });
}

/** The patient (UUID) that was changed, and the record that was merged into it. */
export const patientsOf = ({ patientId, outcome, candidates }: UpdateRow): string[] => [
  ...(patientId ? [patientId] : []),
  ...(outcome === 'merged' ? candidates : []),
];

async function processUpdate(
  tx: Tx,
  ctx: Context,
  message: InboundAdt,
  position: number,
): Promise<UpdateRow> {
  const { orgId } = ctx.actor;
  const { row: sent, connection } = message;
  const known = await lockUpdateAt(tx, orgId, sent.id, position);
  // A user's decision is never repeated or undone by processing the message again.
  if (known && (known.decidedBy !== null || known.state === 'applied')) return known;
  const situation = await readSituation(tx, ctx, message, position);
  const decision = await settle(
    tx,
    ctx,
    message,
    situation,
    position,
    decideUpdate(situation),
    known?.id ?? null,
  );
  const id = known?.id ?? newId();
  const values = {
    ...sentFacts(message, situation),
    orgId,
    id,
    messageId: sent.id,
    connectionId: connection.id,
    position,
    createdAt: known?.createdAt ?? idTime(id),
    isTest: sent.isTest,
    ...(sent.isTest ? asTest(decision) : await applyDecision(tx, ctx, message, situation, decision, id)),
  };
  const [row] = await tx
    .insert(inboundPatientUpdates)
    .values(values)
    .onConflictDoUpdate({
      target: [inboundPatientUpdates.orgId, inboundPatientUpdates.messageId, inboundPatientUpdates.position],
      set: values,
    })
    .returning();
  if (isOpen(row!.state)) await notifyPages(tx, ctx, 'inbound_patient_update', id);
  if (row!.state === 'applied' || isOpen(row!.state)) await closeReplaced(tx, ctx, row!);
  return row!;
}

const isOpen = (state: PatientUpdateState): boolean => (OPEN_STATES as readonly string[]).includes(state);

async function lockUpdateAt(
  tx: Tx,
  orgId: string,
  messageId: string,
  position: number,
): Promise<UpdateRow | undefined> {
  const [row] = await tx
    .select()
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, orgId),
        eq(inboundPatientUpdates.messageId, messageId),
        eq(inboundPatientUpdates.position, position),
      ),
    )
    .for('update');
  return row;
}

const LONGEST = 200;
const cut = (text: string | null): string | null =>
  text === null ? null : [...text].slice(0, LONGEST).join('');

/** For the lists, as sent. */
function sentFacts(
  { adt, sentAt }: InboundAdt,
  { person: { patient }, facts, prior }: Pick<Situation, 'person' | 'facts' | 'prior'>,
) {
  const [name] = patient.names;
  return {
    event: adt.event,
    sentAt,
    family: cut(name?.family ?? null),
    given: cut([name?.given, name?.middle].filter(Boolean).join(' ') || null),
    birthDate: cut(patient.birth_date),
    birthDateUnread: cut(patient.birth_date_unread ?? null),
    sex: cut(patient.sex),
    mrn: cut(facts.mrns.join(', ') || null),
    priorMrn: cut(prior.mrns.join(', ') || null),
  };
}

/** A held message gives way to a newer one about the same MRN, and to a decision about the same data. */
async function settle(
  tx: Tx,
  ctx: Context,
  message: InboundAdt,
  situation: Situation,
  position: number,
  decision: UpdateDecision,
  ownId: string | null,
): Promise<UpdateDecision> {
  if (decision.kind !== 'none' || !isOpen(decision.state) || NOT_OF_ONE_PATIENT.includes(decision.problem))
    return decision;
  const facts = sentFacts(message, situation);
  if (facts.mrn === null) return decision;
  const earlier = await tx
    .select()
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
        eq(inboundPatientUpdates.connectionId, message.connection.id),
        eq(inboundPatientUpdates.mrn, facts.mrn),
        inArray(inboundPatientUpdates.state, [...OPEN_STATES, 'dismissed']),
        notInArray(inboundPatientUpdates.problem, [...NOT_OF_ONE_PATIENT]),
        ownId === null ? undefined : ne(inboundPatientUpdates.id, ownId),
      ),
    );
  const none = (state: 'ignored' | 'older', problem: 'dismissed_before' | 'replaced'): UpdateDecision => ({
    ...decision,
    state,
    problem,
  });
  if (earlier.some((row) => row.state === 'dismissed' && isSameAsSent(row, facts)))
    return none('ignored', 'dismissed_before');
  const own = keysOf(message, position);
  for (const row of earlier)
    if (row.state !== 'dismissed' && row.sentAt > facts.sentAt && (await sendsAll(tx, ctx, row, own)))
      return none('older', 'replaced');
  return decision;
}

type Outcome = Pick<UpdateRow, 'state' | 'outcome' | 'problem' | 'patientId' | 'candidates' | 'fields'> &
  Partial<Pick<UpdateRow, 'valuesBefore' | 'valuesAfter'>>;

/** What would have happened. */
function asTest(decision: UpdateDecision): Outcome {
  return {
    state: 'test',
    outcome: null,
    problem: decision.kind === 'none' ? decision.problem : null,
    patientId: null,
    candidates: concernedBy(decision).map(({ id }) => id),
    fields: [],
  };
}

function concernedBy(decision: UpdateDecision): PatientRow[] {
  switch (decision.kind) {
    case 'none':
      return decision.candidates;
    case 'create':
      return [];
    case 'update':
      return [decision.chart];
    case 'merge':
      return [decision.chart, decision.merged];
  }
}

async function applyDecision(
  tx: Tx,
  ctx: Context,
  { adt, connection, sentAt }: InboundAdt,
  situation: Situation,
  decision: UpdateDecision,
  updateId: string,
): Promise<Outcome> {
  if (decision.kind === 'none')
    return {
      state: decision.state,
      outcome: null,
      problem: decision.problem,
      patientId: null,
      candidates: decision.candidates.map(({ id }) => id),
      fields: [],
    };
  const applied = { state: 'applied' as const, problem: null, candidates: [] as string[] };
  if (decision.kind === 'create') {
    const row = await makePatient(tx, ctx, decision.patient);
    await storeFeed(tx, ctx, connection.id, row.id, createdRegister(situation.fields, sentAt), sentAt);
    return { ...applied, outcome: 'created', patientId: row.id, fields: [] };
  }
  const { plan } = decision;
  let { chart } = decision;
  if (decision.kind === 'merge') {
    const both = await lockForMerge(tx, ctx, chart.id, decision.merged.id);
    chart = await mergeRecords(tx, ctx, both, { take: [], reason: null, source: 'feed', updateId });
  }
  for (const field of plan.noRoom)
    adt.warnings.add(
      'patient_field_unreadable',
      `${situation.person.place}-${field}`,
      'The patient has too many identifiers or phone numbers; the value is ignored.',
    );
  const { row: stored, fields } = await storePatientChange(tx, ctx, chart, plan.change);
  await storeFeed(tx, ctx, connection.id, chart.id, plan.register, sentAt);
  if (decision.kind === 'merge')
    return {
      ...applied,
      outcome: 'merged',
      patientId: chart.id,
      candidates: [decision.merged.id],
      fields,
      // Undoing the merge restores them.
      ...replacedValues(chart, stored, fields),
    };
  return { ...applied, outcome: fields.length > 0 ? 'updated' : 'unchanged', patientId: chart.id, fields };
}

/** By column, for undoing a decision. @param fields as in the contract */
export function replacedValues(
  before: PatientRow,
  after: PatientRow,
  fields: readonly string[],
): Pick<UpdateRow, 'valuesBefore' | 'valuesAfter'> {
  const valuesOf = (row: PatientRow) =>
    Object.fromEntries(fields.map(toCamelCase).map((column) => [column, row[column as keyof PatientRow]]));
  return { valuesBefore: valuesOf(before), valuesAfter: valuesOf(after) };
}

/** Keeps the time of the newest message and the last value of each field. */
export async function storeFeed(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  patientId: string,
  sent: Register,
  sentAt: Date,
): Promise<void> {
  const { orgId } = ctx.actor;
  const before = await readFeed(tx, ctx, connectionId, patientId);
  const newestAt = before && before.newestAt > sentAt ? before.newestAt : sentAt;
  const fields = newestFields(before?.register ?? {}, sent);
  await tx
    .insert(patientFeeds)
    .values({ orgId, connectionId, patientId, newestAt, fields })
    .onConflictDoUpdate({
      target: [patientFeeds.orgId, patientFeeds.connectionId, patientFeeds.patientId],
      set: { newestAt, fields },
    });
}

/** The fields that a message sends for one patient, and separately sent parts of them. */
const keysOf = (message: InboundAdt, position: number): string[] =>
  readPerson(message, position).fields.map(({ key }) => key);

/** A field that a newer message does not send is not deleted: its value is only in the older one. */
async function sendsAll(
  tx: Tx,
  ctx: Context,
  newer: Pick<UpdateRow, 'messageId' | 'position'>,
  keys: readonly string[],
): Promise<boolean> {
  const sent = new Set(keysOf(await readInboundAdt(tx, ctx, newer.messageId), newer.position));
  return keys.every((key) => sent.has(key));
}

/**
 * Messages about the same MRN that a person has not decided yet, and that are not newer. One with fields that the newer
 * message does not send stays open for them.
 */
export async function closeReplaced(tx: Tx, ctx: Context, row: UpdateRow): Promise<void> {
  if (
    row.mrn === null ||
    (row.problem !== null && (NOT_OF_ONE_PATIENT as readonly string[]).includes(row.problem))
  )
    return;
  const open = await tx
    .select()
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, ctx.actor.orgId),
        eq(inboundPatientUpdates.connectionId, row.connectionId),
        eq(inboundPatientUpdates.mrn, row.mrn),
        inArray(inboundPatientUpdates.state, [...OPEN_STATES]),
        notInArray(inboundPatientUpdates.problem, [...NOT_OF_ONE_PATIENT]),
        lte(inboundPatientUpdates.sentAt, row.sentAt),
        ne(inboundPatientUpdates.id, row.id),
      ),
    )
    .for('update');
  for (const { id, messageId, position } of open) {
    const keys = keysOf(await readInboundAdt(tx, ctx, messageId), position);
    const isReplaced = await sendsAll(tx, ctx, row, keys);
    if (!isReplaced && row.patientId === null) {
      await notifyPages(tx, ctx, 'inbound_patient_update', id);
      continue;
    }
    await tx
      .update(inboundPatientUpdates)
      .set(
        isReplaced
          ? { state: 'older', problem: 'replaced' }
          : {
              state: heldState('newer_applied'),
              problem: 'newer_applied' satisfies UpdateProblem,
              candidates: [row.patientId!],
            },
      )
      .where(and(eq(inboundPatientUpdates.orgId, ctx.actor.orgId), eq(inboundPatientUpdates.id, id)));
    await refreshMessageOf(tx, ctx, { id, messageId });
  }
}
