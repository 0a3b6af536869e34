import { getTableColumns } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import { toCamelCase, type CamelCase } from '../../shared/field-names';
import { createPatientInput, type CreatePatientInput, type UpdatePatientInput } from './contract';

/** Copies fields between the contract and the columns of the same name. Callers replace those stored in another form. */

type NewRow = typeof patients.$inferInsert;
export type Columns<Input, Converted extends keyof Input> = {
  [Field in Exclude<keyof Input, Converted> as CamelCase<Field>]: Input[Field];
};
type Complete<Type> = { [Key in keyof Type]-?: Exclude<Type[Key], undefined> };

const defaults = getTableColumns(patients);
const CREATED = Object.keys(createPatientInput.shape).map((field) => {
  const column = toCamelCase(field) as CreatedColumn;
  return { field: field as keyof CreatePatientInput, column, absent: defaults[column].default ?? null };
});

export type CreatedColumn = CamelCase<keyof CreatePatientInput>;
export const CREATED_COLUMNS: readonly CreatedColumn[] = CREATED.map(({ column }) => column);

type Created = Complete<Columns<CreatePatientInput, 'mrn' | 'phones' | 'primary_clinician_id'>>;

/** Absent fields get the default of their column. */
export function createdColumns(input: CreatePatientInput): Created {
  const values: Record<string, unknown> = {};
  for (const { field, column, absent } of CREATED) values[column] = input[field] ?? absent;
  return values as Created;
}

type ConvertedInUpdate = 'id' | 'name' | 'phones' | 'primary_clinician_id' | 'metadata';
export type ChangedColumns = Partial<Pick<NewRow, CamelCase<Exclude<keyof UpdatePatientInput, 'id'>>>>;

/** Absent fields stay absent. */
export function changedColumns({
  id: _id,
  ...fields
}: UpdatePatientInput): Columns<UpdatePatientInput, ConvertedInUpdate> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [toCamelCase(field), value]),
  ) as Columns<UpdatePatientInput, ConvertedInUpdate>;
}
