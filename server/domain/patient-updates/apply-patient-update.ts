import { lockThing } from '../../db/locks';
import { FEED_FIELDS } from '../../data-types/lab-connection-codes';
import { patientIdentifier, type PatientIdentifier } from '../../data-types/patient';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { isSameIdentifier, isSameWithoutZeros } from '../inbound-reports/filing/same-identifier';
import { requireActiveChart, findPatient, type PatientRow } from '../patients/access';
import { storePatientChange } from '../patients/store-change';
import { DECIDE, lockOpenUpdate } from './access';
import type { ApplyPatientUpdateInput, DecidedPatientUpdate } from './contract';
import { findContradiction } from './contradictions';
import { recordDecision } from './decide';
import { MOST_IDENTIFIERS, planChange } from './feed-fields';
import { readPerson, storeFeed } from './process-patient-update';
import { readInboundAdt } from './read-update';
import { NOT_OF_ONE_PATIENT } from './rules';

/**
 * Gives the record a user chose all data of the message, also where it contradicts the record. If the record has another
 * MRN, the sent one is added to its identifiers, so that later messages find the record.
 * @throws DomainError `not_found`, `invalid_state`, `patient_not_found`, `duplicate_identifier`, `validation_failed` (a
 * reason is required)
 */
export function applyPatientUpdate(
  ctx: Context,
  input: ApplyPatientUpdateInput,
): Promise<DecidedPatientUpdate> {
  return perform(ctx, { action: 'apply_patient_update', kind: 'write', ...DECIDE }, async (tx) => {
    await lockThing(tx, 'patient_feed', ctx.actor.orgId);
    const row = await lockOpenUpdate(tx, ctx, input.id);
    if ((NOT_OF_ONE_PATIENT as readonly (string | null)[]).includes(row.problem))
      throw new DomainError(
        'invalid_state',
        'The message is about more than one record. Dismiss it after you have handled it.',
      );
    await requireActiveChart(tx, ctx, input.patient_id);
    const chart = await findPatient(tx, ctx, input.patient_id, { lock: true });
    const message = await readInboundAdt(tx, ctx, row.messageId);
    const { person, facts, fields, mrn, mrnSystems } = readPerson(message, row.position);
    const isOther = mrn !== null && !hasMrn(chart, mrn);
    const contradicts =
      isOther || findContradiction(person.patient, person.demographics, facts, chart) !== null;
    if (contradicts && !input.reason)
      throw fieldError(
        '/reason',
        'required',
        'is required because the patient and the message contradict each other',
      );
    const { connection, sentAt } = message;
    const { noRoom, change, register } = planChange(chart, fields, {}, new Set(FEED_FIELDS), sentAt);
    if (isOther) change.identifiers = linkMrn(change.identifiers ?? chart.identifiers, mrn, mrnSystems[0]!);
    if (noRoom.length > 0) throw new DomainError('invalid_state', NO_ROOM);
    const { fields: changed } = await storePatientChange(tx, ctx, chart, change);
    await storeFeed(tx, ctx, connection.id, chart.id, register, sentAt);
    return recordDecision(tx, ctx, row, {
      state: 'applied',
      outcome: changed.length > 0 ? 'updated' : 'unchanged',
      patientId: chart.id,
      fields: changed,
      reason: input.reason ?? null,
    });
  });
}

const NO_ROOM = 'The patient would have too many identifiers or phone numbers. Remove one first.';

/** @throws DomainError `invalid_state` */
function linkMrn(known: readonly PatientIdentifier[], mrn: string, system: string): PatientIdentifier[] {
  const linked = patientIdentifier.safeParse({ system, value: mrn, type: 'mrn', type_code: 'MR' });
  if (!linked.success)
    throw new DomainError('invalid_state', 'The MRN of the message cannot be stored as an identifier.');
  // The same number may be stored as another type.
  const others = known.filter((one) => one.system !== system || one.value !== linked.data.value);
  if (others.length >= MOST_IDENTIFIERS) throw new DomainError('invalid_state', NO_ROOM);
  return [...others, linked.data];
}

const hasMrn = ({ mrn, identifiers }: PatientRow, sent: string): boolean =>
  isSameIdentifier(mrn, sent) ||
  isSameWithoutZeros(mrn, sent) ||
  identifiers.some(({ type, value }) => type === 'mrn' && isSameIdentifier(value, sent));
