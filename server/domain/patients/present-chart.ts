import type { HumanName } from '../../data-types/patient';
import { showId } from '../../shared/ids';
import type { PatientRow } from './access';
import type { ChartRow, PatientIdentity } from './contract';

/** How lists show patients. Of a closed chart, which is restricted and not opened, only the initials. */

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

/** What is shown of the patient of a closed chart. */
export const initialsOf = ({ id, name }: PatientIdentity): PatientIdentity => ({
  id,
  name: initialsOfName(name),
  birth_date: null,
  sex: null,
  mrn: null,
  deceased_at: null,
});

export function presentIdentity(row: PatientRow, closed: ReadonlySet<string>): PatientIdentity {
  const { name, birthDate, sex, mrn, deceasedAt } = row;
  const id = showId('patient', row.id);
  const identity = { id, name, birth_date: birthDate, sex, mrn, deceased_at: deceasedAt };
  return closed.has(row.id) ? initialsOf(identity) : identity;
}

export function presentChart(row: PatientRow, closed: ReadonlySet<string>): ChartRow {
  const identity = presentIdentity(row, closed);
  if (closed.has(row.id))
    return { ...identity, phone: null, identifier: null, postal_code: null, status: row.status };
  const identifier = row.identifiers.find(({ type, value }) => type !== 'mrn' && value !== row.mrn);
  return {
    ...identity,
    phone: row.phones[0]?.value ?? null,
    identifier: identifier?.value ?? null,
    postal_code: row.addresses[0]?.postal_code ?? null,
    status: row.status,
  };
}
