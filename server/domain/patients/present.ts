import type { HumanName } from '../../data-types/patient';
import { formatPhone } from '../../data-types/phone-text';
import { toCamelCase } from '../../shared/field-names';
import { showId, showIdOrNull } from '../../shared/ids';
import type { PatientRow } from './access';
import { patient, type ChartRow, type Patient, type PatientIdentity } from './contract';
import type { Columns } from './fields';

/** Fields whose value differs from the column of the same name. */
const CONVERTED = {
  id: (row) => showId('patient', row.id),
  object: () => 'patient',
  created_at: (row) => row.createdAt.toISOString(),
  updated_at: (row) => row.updatedAt.toISOString(),
  primary_clinician_id: (row) => showIdOrNull('user', row.primaryClinicianId),
  restricted: (row) => row.restriction !== null,
  merged_into_id: (row) => showIdOrNull('patient', row.mergedIntoId),
  merged_from: (row) => row.mergedFrom.map((id) => showId('patient', id)),
} satisfies { [Field in keyof Patient]?: (row: PatientRow) => Patient[Field] };

type Converted = keyof typeof CONVERTED;
const converters: {
  readonly [field: string]: ((row: PatientRow) => string | string[] | boolean | null) | undefined;
} = CONVERTED;

const FIELDS = Object.keys(patient.shape).map((field) => ({
  field,
  column: toCamelCase(field) as keyof PatientRow,
  convert: converters[field],
}));

export function presentPatient(row: PatientRow & Columns<Patient, Converted>): Patient {
  const shown: Record<string, unknown> = {};
  for (const { field, column, convert } of FIELDS) shown[field] = convert ? convert(row) : row[column];
  return shown as Patient;
}

// Lists show only the initials of a closed chart, which is restricted and not opened.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function initialOf(name: string): string {
  const [first] = graphemes.segment(name.trim());
  return first ? `${first.segment}.` : '';
}

export const initialsOfName = ({ family, given }: HumanName): HumanName => ({
  family: initialOf(family),
  given: given.map(initialOf),
  prefix: null,
  suffix: null,
  use: null,
});

/** The identity of the patient of a closed chart. */
export const initialsOf = ({ id, name }: PatientIdentity): PatientIdentity => ({
  id,
  name: initialsOfName(name),
  birth_date: null,
  sex: null,
  mrn: null,
  deceased_at: null,
  restricted: true,
});

export function presentIdentity(row: PatientRow, closed: ReadonlySet<string>): PatientIdentity {
  const { name, birthDate, sex, mrn, deceasedAt } = row;
  const id = showId('patient', row.id);
  const restricted = row.restriction !== null;
  const identity = { id, name, birth_date: birthDate, sex, mrn, deceased_at: deceasedAt, restricted };
  return closed.has(row.id) ? initialsOf(identity) : identity;
}

export function presentChart(row: PatientRow, closed: ReadonlySet<string>): ChartRow {
  const identity = presentIdentity(row, closed);
  if (closed.has(row.id))
    return { ...identity, phone: null, identifier: null, postal_code: null, status: row.status };
  const identifier = row.identifiers.find(({ type, value }) => type !== 'mrn' && value !== row.mrn);
  return {
    ...identity,
    phone: row.phones[0] ? formatPhone(row.phones[0].value) : null,
    identifier: identifier?.value ?? null,
    postal_code: row.addresses[0]?.postal_code ?? null,
    status: row.status,
  };
}

type NamePart = string | null | undefined;

/** A name of a message as names are displayed: `FAMILY, Given Middle Jr (Dr)`. */
export function nameAsSent(
  name: Record<'prefix' | 'given' | 'middle' | 'family' | 'suffix', NamePart>,
): string {
  const given = [name.given, name.middle, name.suffix].filter(Boolean).join(' ');
  const whole = [name.family?.toLocaleUpperCase('en'), given].filter(Boolean).join(', ');
  return `${whole}${name.prefix ? ` (${name.prefix})` : ''}`;
}
