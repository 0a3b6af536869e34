import { lockThing } from '../../db/locks';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { makePatient } from '../patients/create-patient';
import { DECIDE, lockOpenUpdate } from './access';
import type { CreateFromPatientUpdateInput, DecidedPatientUpdate } from './contract';
import { recordDecision } from './decide';
import { createdRegister, newPatient } from './feed-fields';
import { storeFeed } from './process-patient-update';
import { readPerson } from './read-situation';
import { readInboundAdt } from './read-update';
import { CREATABLE } from './rules';

/**
 * Creates the patient of a message, because a user decided that no existing record is theirs.
 * @throws DomainError `not_found`, `invalid_state`, `duplicate_mrn`, `duplicate_identifier`
 */
export function createFromPatientUpdate(
  ctx: Context,
  input: CreateFromPatientUpdateInput,
): Promise<DecidedPatientUpdate> {
  return perform(ctx, { action: 'create_from_patient_update', kind: 'write', ...DECIDE }, async (tx) => {
    await lockThing(tx, 'patient_feed', ctx.actor.orgId);
    const row = await lockOpenUpdate(tx, ctx, input.id);
    const message = await readInboundAdt(tx, ctx, row.messageId);
    const { fields, mrn } = readPerson(message, row.position);
    const patient =
      mrn !== null && (CREATABLE as readonly (string | null)[]).includes(row.problem)
        ? newPatient(fields, mrn)
        : null;
    if (!patient) throw new DomainError('invalid_state', 'The patient cannot be created from this message.');
    const made = await makePatient(tx, ctx, patient, { mrnFromFeed: true });
    const { connection, sentAt } = message;
    await storeFeed(tx, ctx, connection.id, made.id, createdRegister(fields, sentAt), sentAt);
    return recordDecision(tx, ctx, row, {
      state: 'applied',
      outcome: 'created',
      patientId: made.id,
      reason: null,
    });
  });
}
