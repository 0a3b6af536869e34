'use client';
/** The fields of a patient's details; the less common ones are collapsed. */
import type { ReactNode } from 'react';
import { CheckboxList } from '../ui/checkbox-list';
import { DateField } from '../ui/date-field';
import type { ShownError } from '../ui/error-message';
import type { FieldPlace } from '../ui/error-summary';
import { Icon } from '../ui/icons';
import { SelectField, type Option } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { DetailRows, rowId } from './detail-rows';
import { SEX_AT_BIRTH_WORDS, SEX_WORDS } from '@/server/domain/patients/rules';
import { optionsOf } from '../format/words';
import { NAME_USES, STATES } from './detail-words';
import { cellName, columnsOf, GROUPS, LABELS, type Details, type Group, type Single } from './details';
import type { Change } from './details-patch';

const POINTERS: Record<Single, string> = {
  family: '/name/family',
  given: '/name/given',
  prefix: '/name/prefix',
  suffix: '/name/suffix',
  name_use: '/name/use',
  birth_date: '/birth_date',
  birth_date_estimated: '/birth_date_estimated',
  sex: '/sex',
  sex_at_birth: '/sex_at_birth',
  gender_identity: '/gender_identity',
  language: '/language',
  deceased_at: '/deceased_at',
  status: '/status',
  mrn: '/mrn',
  primary_clinician_id: '/primary_clinician_id',
  external_id: '/external_id',
};

/** `Object.entries` loses the type of the keys. */
export const placesOf = (sent: Change['places']): FieldPlace[] => [
  ...Object.entries(POINTERS).map(([id, pointer]): FieldPlace => [pointer, id, LABELS[id as Single]]),
  ...GROUPS.flatMap((group): FieldPlace[] => [
    ...(sent[group] ?? []).flatMap((index, at): FieldPlace[] => [
      ...columnsOf(group).map((column): FieldPlace => [
        `/${group}/${at}/${column}`,
        cellName(group, index, column),
      ]),
      [`/${group}/${at}`, rowId(group, index)],
    ]),
    [`/${group}`, group, LABELS[group]],
  ]),
];

interface DetailFieldsProps {
  details: Details;
  clinicians: readonly Option[];
  mayEditMrn: boolean;
  error: ShownError | null;
  at: (pointer: string) => string | undefined;
  sent: Change['places'];
  changed: () => void;
  /** Restored values must be visible. */
  expanded: boolean;
}

export function DetailFields({
  details,
  clinicians,
  mayEditMrn,
  error,
  at,
  sent,
  changed,
  expanded,
}: DetailFieldsProps) {
  const text = (field: Single, max: number) => ({
    id: field,
    name: field,
    label: LABELS[field],
    maxLength: max,
    autoComplete: 'off',
    defaultValue: details[field],
    error: at(POINTERS[field]),
  });
  const choice = (field: Single) => ({
    id: field,
    name: field,
    label: LABELS[field],
    defaultValue: details[field],
    error: at(POINTERS[field]),
  });
  const rows = (group: Group) => (
    <DetailRows
      group={group}
      rows={details[group]}
      problemOf={(index, column) => {
        const place = sent[group]?.indexOf(index) ?? -1;
        return place < 0 ? undefined : at(`/${group}/${place}${column ? `/${column}` : ''}`);
      }}
      changed={changed}
    />
  );
  const isOpen = (...starts: string[]) =>
    expanded ||
    (error?.fields.some(({ pointer }) => starts.some((start) => pointer.startsWith(start))) ?? false);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
      <div className="space-y-6">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...text('family', 100)} required />
          <TextField {...text('given', 1000)} required />
        </div>
        <div>
          <DateField {...text('birth_date', 20)} hint="Example: 14-Jul-1945" required className="max-w-64" />
          <label htmlFor="birth_date_estimated" className="target mt-2 flex min-h-8 items-center gap-2.5">
            <input
              id="birth_date_estimated"
              type="checkbox"
              name="birth_date_estimated"
              value="yes"
              defaultChecked={details.birth_date_estimated === 'yes'}
              className="size-5 accent-accent"
            />
            Estimated birth date
          </label>
        </div>
        <CheckboxList
          id="sex"
          name="sex"
          legend={LABELS.sex}
          kind="radio"
          inline
          options={optionsOf(SEX_WORDS).map((option) => ({
            ...option,
            checked: option.value === details.sex,
          }))}
          error={at('/sex')}
        />
      </div>
      <div className="space-y-6 xl:row-span-2">
        {rows('phones')}
        {rows('emails')}
        {rows('addresses')}
      </div>
      <div className="h-fit border-t border-line">
        <Collapsed title="Title, suffix, other names" open={isOpen('/name/', '/other_names')}>
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField {...text('prefix', 100)} optional />
            <TextField {...text('suffix', 100)} optional />
            <SelectField {...choice('name_use')} options={NAME_USES} empty="Not specified" />
          </div>
          {rows('other_names')}
        </Collapsed>
        <Collapsed
          title={mayEditMrn ? 'MRN, identifiers' : 'Identifiers'}
          open={isOpen('/mrn', '/identifiers')}
        >
          {mayEditMrn ? <TextField {...text('mrn', 64)} required className="max-w-64" /> : null}
          {rows('identifiers')}
        </Collapsed>
        <Collapsed
          title="Status, clinician, language, gender"
          open={isOpen('/deceased', '/status', '/primary', '/language', '/sex_at', '/gender')}
        >
          <DateField
            {...text('deceased_at', 40)}
            hint="Leave blank if the patient is alive"
            optional
            className="max-w-80"
          />
          {details.status === 'merged' ? null : (
            <CheckboxList
              id="status"
              name="status"
              legend={LABELS.status}
              kind="radio"
              options={STATES.map((option) => ({ ...option, checked: option.value === details.status }))}
              error={at('/status')}
            />
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField {...choice('primary_clinician_id')} options={clinicians} empty="None" />
            <TextField {...text('language', 35)} hint="Code, such as en or pt-BR" optional />
            <SelectField
              {...choice('sex_at_birth')}
              options={optionsOf(SEX_AT_BIRTH_WORDS)}
              empty="Not specified"
            />
            <TextField {...text('gender_identity', 100)} optional />
          </div>
        </Collapsed>
        <Collapsed title="Connected systems" open={isOpen('/external_id', '/metadata')}>
          <TextField
            {...text('external_id', 200)}
            hint="ID of the patient in another system"
            optional
            className="max-w-80"
          />
          {rows('metadata')}
        </Collapsed>
      </div>
    </div>
  );
}

function Collapsed({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group border-b border-line py-2">
      <summary className="target flex min-h-8 items-center gap-1.5 font-semibold text-accent underline">
        <Icon name="chevron" className="size-3.5 shrink-0 -rotate-90 group-open:rotate-0" />
        {title}
      </summary>
      <div className="mt-3 space-y-5 pb-3">{children}</div>
    </details>
  );
}
