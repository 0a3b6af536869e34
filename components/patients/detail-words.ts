/** Options of a patient's details, and the labels of stored values. */
import type { Colleague } from '@/server/domain/people/contract';
import { IDENTIFIER_TYPE_WORDS, SEX_AT_BIRTH_WORDS, SEX_WORDS } from '@/server/domain/patients/rules';
import { optionsOf } from '../format/words';
import type { Option } from '../ui/select-field';
import type { Group, WordOf } from './details';

export const NAME_USES: readonly Option[] = [
  { value: 'official', label: 'Official' },
  { value: 'usual', label: 'Usual' },
  { value: 'maiden', label: 'Maiden' },
];
export const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive', detail: 'No new orders, reports or documents.' },
] as const;

const HOME: Option = { value: 'home', label: 'Home' };
const WORK: Option = { value: 'work', label: 'Work' };

export interface Column {
  name: string;
  label: string;
  hint?: string;
  max: number;
  options?: readonly Option[];
  lines?: boolean;
  type?: 'tel' | 'email';
}

interface GroupForm {
  /** Of one row. */
  one: string;
  most: number;
  columns: readonly Column[];
}

const usedFor = (options: readonly Option[], label = 'Type'): Column => ({
  name: 'use',
  label,
  max: 20,
  options,
});

export const GROUP_FORMS: Record<Group, GroupForm> = {
  phones: {
    one: 'Phone',
    most: 10,
    columns: [
      { name: 'value', label: 'Number', max: 50, type: 'tel' },
      usedFor([{ value: 'mobile', label: 'Mobile' }, HOME, WORK]),
    ],
  },
  emails: {
    one: 'Email',
    most: 10,
    columns: [{ name: 'value', label: 'Email', max: 254, type: 'email' }, usedFor([HOME, WORK])],
  },
  addresses: {
    one: 'Address',
    most: 10,
    columns: [
      { name: 'lines', label: 'Street and number', hint: 'Up to five lines', max: 1004, lines: true },
      { name: 'postal_code', label: 'Postal code', max: 20 },
      { name: 'city', label: 'City', max: 100 },
      { name: 'state', label: 'State or county', max: 100 },
      { name: 'country', label: 'Country code', hint: 'Two letters, e.g. US', max: 2 },
      usedFor([HOME, WORK, { value: 'temporary', label: 'Temporary' }]),
    ],
  },
  identifiers: {
    one: 'Identifier',
    most: 20,
    columns: [
      { name: 'type', label: 'Type', max: 20, options: optionsOf(IDENTIFIER_TYPE_WORDS) },
      { name: 'value', label: 'Number', max: 100 },
      { name: 'assigner', label: 'Issued by', max: 100 },
      { name: 'system', label: 'System', hint: 'Leave blank for the default', max: 200 },
      { name: 'type_code', label: 'HL7 code', max: 20 },
    ],
  },
  other_names: {
    one: 'Other name',
    most: 10,
    columns: [
      { name: 'family', label: 'Family name', max: 100 },
      { name: 'given', label: 'Given names', max: 1000 },
      { name: 'prefix', label: 'Title', max: 100 },
      { name: 'suffix', label: 'Suffix', max: 100 },
      usedFor(NAME_USES),
    ],
  },
  metadata: {
    one: 'Metadata',
    most: 20,
    columns: [
      { name: 'key', label: 'Name', max: 40 },
      { name: 'value', label: 'Value', hint: 'No patient data', max: 500 },
    ],
  },
};

/** @param colleagues null if they could not be loaded */
export function clinicianOptions(colleagues: readonly Colleague[] | null, given: string): Option[] {
  const options = (colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return given === '' || options.some(({ value }) => value === given)
    ? options
    : [...options, { value: given, label: colleagues ? 'Former member' : 'Name could not be loaded' }];
}

const CHOICES: Partial<Record<string, readonly Option[]>> = {
  sex: optionsOf(SEX_WORDS),
  sex_at_birth: optionsOf(SEX_AT_BIRTH_WORDS),
  name_use: NAME_USES,
  status: [...STATES, { value: 'merged', label: 'Merged' }],
  birth_date_estimated: [{ value: 'yes', label: 'Yes' }],
};

export const wordsWith =
  (clinicians: readonly Option[]): WordOf =>
  (field, value) => {
    const options = field === 'primary_clinician_id' ? clinicians : CHOICES[field];
    return options?.find((option) => option.value === value)?.label ?? value;
  };
