/**
 * The editable details of a patient as form fields: texts, and rows of texts. Stored and entered values have the same
 * shape, so that an untouched field is never a change.
 */
import type { Patient } from '@/server/domain/patients/contract';
import { formatDate } from '../format/dates';
import type { Format } from '../format/format';
import { parseDate } from '../format/parse-date';

export const SINGLE = [
  'family',
  'given',
  'prefix',
  'suffix',
  'name_use',
  'birth_date',
  'birth_date_estimated',
  'sex',
  'sex_at_birth',
  'gender_identity',
  'language',
  'deceased_at',
  'status',
  'primary_clinician_id',
  'mrn',
  'external_id',
] as const;
export type Single = (typeof SINGLE)[number];

/** Columns of the rows; a row without `own` values is empty. */
const COLUMNS = {
  phones: { own: ['value'], more: ['use'] },
  emails: { own: ['value'], more: ['use'] },
  addresses: { own: ['lines', 'city', 'state', 'postal_code', 'country'], more: ['use'] },
  identifiers: { own: ['value'], more: ['type', 'system', 'type_code', 'assigner'] },
  other_names: { own: ['family', 'given', 'prefix', 'suffix'], more: ['use'] },
  metadata: { own: ['key', 'value'], more: [] },
} as const;
export type Group = keyof typeof COLUMNS;
export const GROUPS = Object.keys(COLUMNS) as Group[];

export type Row = Record<string, string>;
export type Details = Record<Single, string> & Record<Group, Row[]>;
export type Field = Single | Group;
export const FIELDS: readonly Field[] = [...SINGLE, ...GROUPS];

export const LABELS: Record<Field, string> = {
  family: 'Family name',
  given: 'Given names',
  prefix: 'Title',
  suffix: 'Suffix',
  name_use: 'Name type',
  birth_date: 'Birth date',
  birth_date_estimated: 'Estimated birth date',
  sex: 'Sex',
  sex_at_birth: 'Sex at birth',
  gender_identity: 'Gender identity',
  language: 'Language',
  deceased_at: 'Date of death',
  status: 'Record status',
  mrn: 'MRN',
  primary_clinician_id: 'Primary clinician',
  external_id: 'External ID',
  phones: 'Phones',
  emails: 'Email addresses',
  addresses: 'Addresses',
  identifiers: 'Identifiers',
  other_names: 'Other names',
  metadata: 'Metadata',
};

export const columnsOf = (group: Group): readonly string[] => [...COLUMNS[group].own, ...COLUMNS[group].more];

export const isEmptyRow = (group: Group, row: Row): boolean =>
  COLUMNS[group].own.every((column) => !row[column]);

/** As browsers send it: trimmed, one kind of line end. */
const tidy = (text: string | null | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();

const tidyRow = (row: Record<string, string | null>): Row =>
  Object.fromEntries(Object.entries(row).map(([column, text]) => [column, tidy(text)]));

const nameRow = ({ family, given, prefix, suffix, use }: Patient['name']): Row =>
  tidyRow({ family, given: given.join(' '), prefix, suffix, use });

export function detailsOf(patient: Patient, format: Format): Details {
  const { use: name_use, ...name } = nameRow(patient.name);
  return {
    ...(name as Record<'family' | 'given' | 'prefix' | 'suffix', string>),
    name_use: name_use!,
    birth_date: formatDate(patient.birth_date),
    birth_date_estimated: patient.birth_date_estimated ? 'yes' : '',
    sex: patient.sex,
    sex_at_birth: tidy(patient.sex_at_birth),
    gender_identity: tidy(patient.gender_identity),
    language: tidy(patient.language),
    deceased_at: patient.deceased_at ? format.dateOrInstant(patient.deceased_at) : '',
    status: patient.status,
    primary_clinician_id: tidy(patient.primary_clinician_id),
    mrn: patient.mrn,
    external_id: tidy(patient.external_id),
    phones: patient.phones.map(({ raw, use }) => tidyRow({ value: raw, use })),
    emails: patient.emails.map(({ value, use }) => tidyRow({ value, use })),
    addresses: patient.addresses.map(({ lines, ...rest }) => tidyRow({ lines: lines.join('\n'), ...rest })),
    identifiers: patient.identifiers.map((identifier) => tidyRow({ ...identifier })),
    other_names: patient.other_names.map(nameRow),
    metadata: Object.entries(patient.metadata)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => tidyRow({ key, value })),
  };
}

/** Compared as dates, however they were typed. */
const DATES: ReadonlySet<Single> = new Set(['birth_date', 'deceased_at']);

export const cellName = (group: Group, index: number, column: string) => `${group}.${index}.${column}`;

/** Includes empty rows; a field that is not in the form keeps its value. */
export function readDetails(form: FormData, before: Details): Details {
  const text = (name: string) => tidy(form.get(name) as string | null);
  const single = (field: Single): string => {
    if (field === 'birth_date_estimated') return text(field);
    if (!form.has(field)) return before[field];
    const day = DATES.has(field) ? parseDate(text(field)) : null;
    return day ? formatDate(day) : text(field);
  };
  const rows = (group: Group): Row[] => {
    const found: Row[] = [];
    const [first] = COLUMNS[group].own;
    for (let at = 0; form.has(cellName(group, at, first)); at++)
      found.push(
        Object.fromEntries(columnsOf(group).map((column) => [column, text(cellName(group, at, column))])),
      );
    return found;
  };
  return {
    ...(Object.fromEntries(SINGLE.map((field) => [field, single(field)])) as Record<Single, string>),
    ...(Object.fromEntries(GROUPS.map((group) => [group, rows(group)])) as Record<Group, Row[]>),
  };
}

const isGroup = (field: Field): field is Group => field in COLUMNS;

/** The value of a field as one comparable text. */
function keyOf(details: Details, field: Field): string {
  if (!isGroup(field)) return details[field];
  const rows = details[field]
    .filter((row) => !isEmptyRow(field, row))
    .map((row) => columnsOf(field).map((column) => row[column] ?? ''));
  return JSON.stringify(rows);
}

export const isSame = (one: Details, other: Details, field: Field): boolean =>
  keyOf(one, field) === keyOf(other, field);

export type WordOf = (field: Single, value: string) => string;

export const NO_VALUE = '—';

/** A field as text, one line per row. */
export function linesOf(details: Details, field: Field, wordOf: WordOf): string[] {
  if (!isGroup(field)) return [details[field] === '' ? NO_VALUE : wordOf(field, details[field])];
  const lines = details[field]
    .filter((row) => !isEmptyRow(field, row))
    .map((row) =>
      columnsOf(field)
        .map((column) => (row[column] ?? '').replaceAll('\n', ', '))
        .filter(Boolean)
        .join(' · '),
    );
  return lines.length === 0 ? [NO_VALUE] : lines;
}

export interface Merged {
  /** Mine where I changed the field, otherwise theirs. */
  details: Details;
  /** Changed by both, to different values. */
  conflicts: Field[];
  /** Changed only by them. */
  theirChanges: Field[];
}

/** Merges concurrent changes of two users to `base`. */
export function merge(base: Details, mine: Details, theirs: Details): Merged {
  const details = { ...theirs };
  const conflicts: Field[] = [];
  const theirChanges: Field[] = [];
  for (const field of FIELDS) {
    const isMine = !isSame(base, mine, field);
    const isTheirs = !isSame(base, theirs, field);
    if (isMine && isTheirs && !isSame(mine, theirs, field)) conflicts.push(field);
    if (isTheirs && !isMine) theirChanges.push(field);
    if (isMine) take(details, mine, field);
  }
  return { details, conflicts, theirChanges };
}

export function take(into: Details, from: Details, field: Field): void {
  Object.assign(into, { [field]: from[field] });
}
