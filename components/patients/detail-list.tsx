/** The details of a patient, read-only. */
import { useFormat } from '#format';
import { formatPhone } from '@/server/data-types/phone-text';
import type { Patient } from '@/server/domain/patients/contract';
import type { Colleague } from '@/server/domain/people/contract';
import { Fact } from '../ui/facts';
import { Missing } from '../ui/missing';
import { SectionHeading } from '../ui/page-heading';
import { clinicianOptions, GROUP_FORMS, wordsWith } from './detail-words';
import { detailsOf, LABELS, type Details, type Field, type Group, type Row, type Single } from './details';
import { Lines } from './details-conflict';

interface DetailListProps {
  patient: Patient;
  /** Null if they could not be loaded. */
  colleagues: readonly Colleague[] | null;
}

interface Part {
  title: string;
  fields: readonly Field[];
}

const PARTS: readonly Part[] = [
  {
    title: 'Identity',
    fields: [
      'family',
      'given',
      'prefix',
      'suffix',
      'name_use',
      'other_names',
      'birth_date',
      'deceased_at',
      'sex',
      'sex_at_birth',
      'gender_identity',
      'language',
    ],
  },
  { title: 'Contact', fields: ['phones', 'emails', 'addresses'] },
  {
    title: 'Record',
    fields: ['mrn', 'identifiers', 'status', 'primary_clinician_id', 'external_id', 'metadata'],
  },
];

/** A dash says that they are not known; other fields are omitted if they are empty. */
const ALWAYS: ReadonlySet<Field> = new Set<Field>(['phones', 'emails', 'addresses', 'primary_clinician_id']);

export function DetailList({ patient, colleagues }: DetailListProps) {
  const format = useFormat();
  const phones = patient.phones.map((phone) => ({ ...phone, raw: formatPhone(phone.value) }));
  const details = detailsOf({ ...patient, phones }, format);
  const wordOf = wordsWith(clinicianOptions(colleagues, details.primary_clinician_id));
  const linesOf = (field: Field): string[] => {
    if (field in GROUP_FORMS)
      return details[field as Group].map((row) => rowText(field as Group, row)).filter(Boolean);
    const value = details[field as Single];
    if (value === '') return [];
    return [field === 'birth_date' ? birthDate(details) : wordOf(field as Single, value)];
  };
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
      {PARTS.map(({ title, fields }) => (
        <section key={title} aria-labelledby={`part-${title}`}>
          <SectionHeading id={`part-${title}`} title={title} />
          <dl className="border-t-2 border-ink *:border-b *:border-line *:py-1.5">
            {fields
              .map((field) => ({ field, lines: linesOf(field) }))
              .filter(({ field, lines }) => lines.length > 0 || ALWAYS.has(field))
              .map(({ field, lines }) => (
                <Fact key={field} label={LABELS[field]}>
                  {lines.length > 0 ? <Lines of={lines} /> : <Missing />}
                </Fact>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

const birthDate = ({ birth_date, birth_date_estimated }: Details): string =>
  `${birth_date}${birth_date_estimated === '' ? '' : ' (estimated)'}`;

/** Words that say what a value is, in brackets behind it: `+1 202 555 0101 (mobile)`. */
const KINDS: ReadonlySet<string> = new Set(['use', 'type']);
/** Technical columns, which the form shows. */
const HIDDEN: ReadonlySet<string> = new Set(['system', 'type_code']);

function rowText(group: Group, row: Row): string {
  const columns = GROUP_FORMS[group].columns.map(({ name, options }) => {
    const value = (row[name] ?? '').replaceAll('\n', ', ');
    const word = options?.find((option) => option.value === value)?.label ?? value;
    return { name, text: name === 'use' ? word.toLowerCase() : word };
  });
  const known = columns.filter(({ name, text }) => text !== '' && !HIDDEN.has(name));
  const values = known.filter(({ name }) => !KINDS.has(name)).map(({ text }) => text);
  const kinds = known.filter(({ name }) => KINDS.has(name)).map(({ text }) => text);
  if (values.length === 0) return '';
  const separator = group === 'metadata' ? ': ' : group === 'other_names' ? ' ' : ', ';
  return `${values.join(separator)}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`;
}
