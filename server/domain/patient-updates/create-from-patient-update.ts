import { lockThing } from '../../db/locks';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { makeDistinctPatient } from '../patients/register-patient';
import { DECIDE, lockUpdate, reasonsOf } from './access';
import type { CreateFromPatientUpdateInput, DecidedPatientUpdate } from './contract';
import { recordDecision } from './decide';
import { completedPatient, createdRegister, mrnIfCreated } from './feed-fields';
import { storeFeed } from './process-patient-update';
import { readPerson } from './read-situation';
import { readInboundAdt } from './read-update';
import { mayCreate } from './rules';

/**
 * Creates the patient of a message as a user completed it, because the user decided that no existing record is theirs.
 * The patient has the MRN of the hospital, if the message has exactly one.
 * @throws DomainError `not_found`, `invalid_state`, and what `registerPatient` throws
 */
export function createFromPatientUpdate(
  ctx: Context,
  { id, duplicate_reason, ...typed }: CreateFromPatientUpdateInput,
): Promise<DecidedPatientUpdate> {
  return perform(ctx, { action: 'create_from_patient_update', kind: 'write', ...DECIDE }, async (tx) => {
    await lockThing(tx, 'patient_feed', ctx.actor.orgId);
    const row = await lockUpdate(tx, ctx, id);
    const message = await readInboundAdt(tx, ctx, row.messageId);
    const { fields, facts } = readPerson(message, row.position);
    const problem = (await reasonsOf(tx, ctx, [row])).get(row.id)?.problem ?? row.problem;
    const patient = mayCreate(problem) ? completedPatient(fields, typed) : null;
    if (!patient) throw new DomainError('invalid_state', 'The patient cannot be created from this message.');
    const mrn = patient.mrn ? null : mrnIfCreated(facts);
    const made = await makeDistinctPatient(
      tx,
      ctx,
      { ...patient, ...(mrn ? { mrn } : {}), ...(duplicate_reason ? { duplicate_reason } : {}) },
      { mrnFromFeed: mrn !== null },
    );
    const { connection, sentAt } = message;
    await storeFeed(tx, ctx, connection.id, made.row.id, createdRegister(fields, sentAt), sentAt);
    const { output, audit } = await recordDecision(tx, ctx, row, {
      state: 'applied',
      outcome: 'created',
      patientId: made.row.id,
      reason: null,
    });
    return { output, audit: { ...audit, detail: { ...audit.detail, ...made.detail } } };
  });
}
