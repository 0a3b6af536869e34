import { lockThing } from '../../db/locks';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { readId } from '../../shared/ids';
import { findPatient, mergedRecords, requireActiveChart } from '../patients/access';
import type { ChangedColumns } from '../patients/fields';
import { columnsOf, lockForMerge, mergeRecords } from '../patients/merge-records';
import type { MergeField } from '../patients/rules';
import { storePatientChange } from '../patients/store-change';
import { DECIDE, lockUpdate, mayApply, mayMerge, type UpdateRow } from './access';
import type { ApplyPatientUpdateInput, DecidedPatientUpdate } from './contract';
import { contradictingFields, contradictionsOf, isNameOfAnother, isPriorOfAnother } from './contradictions';
import { recordDecision } from './decide';
import { hasMrn } from './feed-fields';
import { assertMrnsNotTaken } from './mrn-owners';
import { keptFields, planApplication, unknownMrns } from './plan-application';
import { replacedValues, storeFeed } from './process-patient-update';
import { readFeed, readPerson } from './read-situation';
import { readInboundAdt } from './read-update';

/**
 * Gives the record a user chose all data of the message, also where it contradicts the record, but not in place of newer
 * data of the feed. If the record has another MRN, the sent one is added to its identifiers, so that later messages find
 * the record. If the message merges two records, the user may merge them, and choose among their values and those of the
 * message.
 * @throws DomainError `not_found`, `invalid_state`, `patient_not_found`, `duplicate_identifier`, `validation_failed` (a
 * reason is required)
 */
export function applyPatientUpdate(
  ctx: Context,
  input: ApplyPatientUpdateInput,
): Promise<DecidedPatientUpdate> {
  return perform(ctx, { action: 'apply_patient_update', kind: 'write', ...DECIDE }, async (tx) => {
    await lockThing(tx, 'patient_feed', ctx.actor.orgId);
    const row = await lockUpdate(tx, ctx, input.id);
    const message = await readInboundAdt(tx, ctx, row.messageId);
    const read = readPerson(message, row.position);
    const { person, facts, mrn } = read;
    await assertApplicable(tx, ctx, row, input);
    await requireActiveChart(tx, ctx, input.patient_id);
    const chart = await findPatient(tx, ctx, input.patient_id, { lock: true });
    const merging = input.merged_patient_id
      ? await lockForMerge(tx, ctx, chart.id, readId('patient', input.merged_patient_id)!)
      : null;
    const joined = merging ? [merging.survivor, merging.merged] : [chart];
    const records = [...joined, ...(await mergedRecords(tx, ctx, joined)).values()];
    await assertMrnsNotTaken(tx, ctx, read, records);
    const unknown = unknownMrns(row, read, records, merging !== null);
    const hasPrior = read.prior.mrns.some((prior) => records.some((record) => hasMrn(record, prior)));
    const { connection, sentAt } = message;
    const before = await readFeed(tx, ctx, connection.id, chart.id);
    const kept = keptFields(row, chart.id, before?.register ?? {});
    const contradicts =
      (mrn !== null && unknown.includes(mrn) && !(row.problem === 'merge_sent' && hasPrior)) ||
      contradictionsOf(person.patient, person.demographics.sex ?? null, facts, chart).some(
        (field) => !kept.includes(field),
      ) ||
      (merging !== null
        ? contradictingFields(merging.survivor, merging.merged).length > 0 ||
          isNameOfAnother(read.prior.facts, merging.merged)
        : row.problem === 'merge_sent' && isPriorOfAnother(read.prior.facts, person.demographics, chart));
    if (contradicts && !input.reason)
      throw fieldError(
        '/reason',
        'required',
        'is required because the patient and the message contradict each other',
      );
    if (mrn === null && person.patient.birth_date === null && !input.reason)
      throw fieldError('/reason', 'required', 'is required because only the name matches');
    const { take, apply = [] } = input;
    if (apply.some((field) => take?.includes(field)))
      throw fieldError('/apply', 'not_allowed', 'must not contain fields taken from the merged record');
    const survivor = merging
      ? await mergeRecords(tx, ctx, merging, {
          take: take ?? [],
          reason: input.reason ?? null,
          source: 'feed',
          updateId: row.id,
        })
      : chart;
    const others = records.filter(({ id }) => id !== chart.id);
    const fed = await readFeed(tx, ctx, connection.id, chart.id);
    const plan = planApplication(survivor, others, read, unknown, sentAt, fed?.register ?? {});
    if (!plan.isLinked) throw new DomainError('invalid_state', NOT_LINKED);
    if (plan.noRoom.length > 0 && (!take || apply.includes('phones')))
      throw new DomainError('invalid_state', NO_ROOM);
    const change = take ? chosenOf(plan.change, apply) : plan.change;
    const { row: stored, fields: changed } = await storePatientChange(tx, ctx, survivor, change);
    await storeFeed(tx, ctx, connection.id, chart.id, plan.register, sentAt);
    return recordDecision(tx, ctx, row, {
      state: 'applied',
      outcome: merging ? 'merged' : changed.length > 0 ? 'updated' : 'unchanged',
      patientId: chart.id,
      ...(merging ? { candidates: [merging.merged.id] } : {}),
      fields: changed,
      ...replacedValues(survivor, stored, changed),
      feedBefore: fed && { newestAt: fed.newestAt.toISOString(), fields: fed.register },
      reason: input.reason ?? null,
    });
  });
}

/** Identifiers are no choice: later messages find the record by them. */
const chosenOf = (change: ChangedColumns, apply: readonly MergeField[]): ChangedColumns => {
  const columns = new Set<string>(['identifiers', ...apply.flatMap(columnsOf)]);
  return Object.fromEntries(Object.entries(change).filter(([column]) => columns.has(column)));
};

const NO_ROOM = 'The patient would have too many identifiers or phone numbers. Remove one first.';
const NOT_LINKED = 'The MRN of the message cannot be stored as an identifier of the patient.';

/** @throws DomainError `invalid_state`, `validation_failed` */
async function assertApplicable(
  tx: Tx,
  ctx: Context,
  row: UpdateRow,
  input: ApplyPatientUpdateInput,
): Promise<void> {
  if (input.merged_patient_id ? mayMerge(row) : await mayApply(tx, ctx, row)) return;
  throw new DomainError(
    'invalid_state',
    mayMerge(row)
      ? 'The message is about more than one record. Merge them, or reject it after you have handled it.'
      : 'The request cannot be applied to a record. Close it after you have handled it.',
  );
}
