import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import type { Context } from '../../shared/context';
import { toSnakeCase } from '../../shared/field-names';
import type { PatientRow } from './access';
import { patientEvent } from './events';
import type { ChangedColumns } from './fields';
import { writeLookups } from './lookups';
import { nameKey } from './search-terms';

interface StoredChange {
  row: PatientRow;
  /** Fields whose value differs, as in the contract; none: no version and no event. */
  fields: string[];
}

/** Stores the changed columns of a locked patient, with search rows and event. */
export async function storePatientChange(
  tx: Tx,
  ctx: Context,
  row: PatientRow,
  change: ChangedColumns,
): Promise<StoredChange> {
  // Compared by member, not as text: the database reorders the members of JSON objects.
  const fields = Object.keys(change)
    .filter(
      (field) => !isDeepStrictEqual(row[field as keyof PatientRow], change[field as keyof ChangedColumns]),
    )
    .map(toSnakeCase);
  if (fields.length === 0) return { row, fields };
  const name = change.name ?? row.name;
  const [updated] = await tx
    .update(patients)
    .set({
      ...change,
      familyKey: nameKey(name.family),
      givenKey: nameKey(...name.given),
      version: sql`${patients.version} + 1`,
      sequence: sql`${patients.sequence} + 1`,
      updatedAt: databaseTime,
    })
    .where(and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, row.id)))
    .returning();
  await writeLookups(tx, ctx.actor.orgId, row.id, updated!, { replace: true });
  const previous = change.status && change.status !== row.status ? { status: row.status } : undefined;
  await emit(
    tx,
    ctx,
    patientEvent('patient.updated', updated!, { changedFields: fields, ...(previous ? { previous } : {}) }),
  );
  return { row: updated!, fields };
}
