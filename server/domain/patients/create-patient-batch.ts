import { inSavepoint, type Tx } from '../../db/transaction';
import { translateDatabaseError } from '../../errors/constraints';
import { isDomainError, type DomainError } from '../../errors/domain-error';
import { problemOf } from '../../errors/problem-document';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { invalidInput, READ_ONLY } from '../../shared/validation';
import type { PatientRow } from './access';
import type { CreatePatientBatchInput, ItemProblem, PatientBatch } from './contract';
import { makePatient } from './create-patient';
import { presentPatient } from './present';

type Item = CreatePatientBatchInput['patients'][number];

/**
 * Creates up to 100 patients; an item that is rejected does not affect the others. All are created in one transaction
 * with a savepoint for each item: the outcomes are stored for the Idempotency-Key together with the patients, so after a
 * crash either the batch is complete and can be replayed, or nothing of it exists. With a transaction for each item, a
 * crash would leave patients without a stored outcome, and a retry would create them twice.
 * @throws DomainError `unavailable`, and then no patient is created; rejections of items are in the output
 */
export function createPatientBatch(ctx: Context, input: CreatePatientBatchInput): Promise<PatientBatch> {
  return perform(
    ctx,
    { action: 'create_patient_batch', kind: 'write', scope: 'patients:write' },
    async (tx) => {
      const outcomes: (PatientRow | DomainError)[] = [];
      for (const item of input.patients) outcomes.push(await createItem(tx, ctx, item));
      const created = outcomes.filter((outcome) => !isDomainError(outcome));
      return {
        output: {
          object: 'patient_batch',
          created_count: created.length,
          failed_count: outcomes.length - created.length,
          data: outcomes.map((outcome, index) =>
            isDomainError(outcome)
              ? { index, status: 'failed', patient: null, error: itemProblem(outcome) }
              : { index, status: 'created', patient: presentPatient(outcome), error: null },
          ),
        },
        audit: {
          patientIds: created.map(({ id }) => id),
          detail: { created: created.length, failed: outcomes.length - created.length },
        },
      };
    },
  );
}

async function createItem(tx: Tx, ctx: Context, item: Item): Promise<PatientRow | DomainError> {
  if ('issues' in item)
    return invalidInput(item.issues, {
      at: 'body',
      pathParameters: [],
      readOnly: READ_ONLY,
      value: item.value,
    });
  try {
    return await inSavepoint(tx, () => makePatient(tx, ctx, item));
  } catch (error) {
    const rejection = translateDatabaseError(error);
    // Failures of the service are not outcomes: the whole batch is rolled back and can be retried.
    if (isDomainError(rejection) && rejection.status < 500) return rejection;
    throw error;
  }
}

const itemProblem = (error: DomainError): ItemProblem => {
  // A problem document has any members; those of an item are checked by the output of the procedure.
  const { type, title, status, code, detail, errors } = problemOf(error, '') as unknown as ItemProblem;
  return { type, title, status, code, detail, errors: errors ?? [] };
};
