import { sql } from 'drizzle-orm';
import { check, foreignKey, index, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { patients } from './patients';

interface Table {
  orgId: AnyPgColumn;
  addressedPatientId: AnyPgColumn;
}

/** Constraints of `addressed_patient_id`, and the index for undoing a merge. */
export const addressedConstraints = (name: string, table: Table) => [
  foreignKey({
    name: `${name}_addressed_patient`,
    columns: [table.orgId, table.addressedPatientId],
    foreignColumns: [patients.orgId, patients.id],
  }),
  check(`${name}_addressed_elsewhere`, sql`addressed_patient_id <> patient_id`),
  index(`${name}_addressed`)
    .on(table.orgId, table.addressedPatientId)
    .where(sql`addressed_patient_id is not null`),
];
