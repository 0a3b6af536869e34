'use client';
/** A new patient: the few fields that identify first, the rest folded, possible duplicates beside the form. */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { DUPLICATE_REASONS, type DuplicateReason } from '@/server/domain/patients/rules';
import { api } from '../api/client';
import { useSubmit } from '../api/use-submit';
import { DraftNotice } from '../session/draft-notice';
import { UnsavedGuard } from '../session/unsaved-guard';
import { useBeginning, useDraft, type DraftFound } from '../session/use-draft';
import { Button } from '../ui/button';
import { CheckboxList } from '../ui/checkbox-list';
import type { Problem } from '../ui/error-message';
import { ErrorSummary, placeOf, type FieldPlace } from '../ui/error-summary';
import { LinkButton } from '../ui/link-button';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { DuplicateAside, useDuplicates } from './duplicate-aside';
import { NOTHING_KNOWN, type KnownPatient } from './known-patient';
import { newPatientInput } from './new-patient-input';

const SEXES = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
  { value: 'unknown', label: 'Not known' },
];
const IDENTIFIERS = [
  { value: 'national_id', label: 'National id' },
  { value: 'insurance', label: 'Insurance number' },
  { value: 'passport', label: 'Passport' },
  { value: 'other', label: 'Other' },
];

const FIELDS: readonly FieldPlace[] = [
  ['/name/family', 'family', 'Family name'],
  ['/name/given', 'given', 'Given names'],
  ['/name/prefix', 'prefix', 'Title'],
  ['/birth_date', 'birth_date', 'Birth date'],
  ['/sex', 'sex', 'Sex'],
  ['/mrn', 'mrn', 'MRN'],
  ['/phones', 'phone', 'Phone'],
  ['/emails', 'email', 'E-mail'],
  ['/identifiers', 'identifier', 'Identifier'],
  ['/addresses/0/country', 'country', 'Country code'],
  ['/addresses/0/city', 'city', 'City'],
  ['/addresses/0/postal_code', 'postal_code', 'Postcode'],
  ['/addresses', 'address_line', 'Address'],
  ['/duplicate_reason', 'duplicate_reason', 'Reason'],
];
const FOLDED = ['mrn', 'phone', 'email'] as const;
const ALWAYS_SHOWN = new Set(['family', 'given', 'birth_date', 'sex', 'duplicate_reason']);

const REASONS: Record<DuplicateReason, { label: string; detail: string }> = {
  different_person: { label: 'Another person', detail: 'I have compared the two.' },
  record_unusable: {
    label: 'The existing record cannot be used',
    detail: 'It is mixed with another person’s, or wrong.',
  },
  urgent: { label: 'There is no time to compare', detail: 'Somebody looks at both later.' },
};

interface NewPatientFormProps {
  mayGiveMrn: boolean;
  today: string;
  zone: string;
  /** What this person had begun. */
  found: DraftFound;
  /** Address of the form. */
  path?: string;
  /** What is filled in at first. */
  known?: KnownPatient;
  /** Where it goes on; else to the new patient. */
  next?: string;
}

export function NewPatientForm({
  mayGiveMrn,
  today,
  zone,
  found,
  path = '/patients/new',
  known = NOTHING_KNOWN,
  next,
}: NewPatientFormProps) {
  const router = useRouter();
  const duplicates = useDuplicates();
  const [changed, setChanged] = useState(false);
  const beginning = useBeginning(path, found);
  const draft = useDraft(path, { beginning, read: () => null });
  const { ref } = draft.form;
  const { check } = duplicates;
  useEffect(() => {
    if (known !== NOTHING_KNOWN && ref.current) void check(ref.current);
    // Once: what is typed asks by itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const { form, busy, pending, error, at } = useSubmit(
    (data) => {
      const input = newPatientInput(data);
      const reason = DUPLICATE_REASONS.find((known) => known === data.get('duplicate_reason'));
      if (duplicates.needsReason && !reason) {
        const message = 'Open the existing record, or say why another one is needed.';
        const errors = [{ pointer: '/duplicate_reason', code: 'required', message }];
        throw { code: 'validation_failed', errors } satisfies Problem;
      }
      return api.patients.registerPatient.mutate({
        ...input,
        ...(reason ? { duplicate_reason: reason } : {}),
      });
    },
    (patient) => {
      setChanged(false);
      draft.sent();
      router.push(next ?? `/patients/${patient.id}`);
    },
  );
  // Somebody may have made the other record since it was looked for: then only the server knows of it.
  const reasonMissing = at('/duplicate_reason');
  // What is restored, filled in or refused inside the fold must be seen: the fold opens.
  const folded =
    draft.restoredAt !== null ||
    (error?.fields.some((field) => !ALWAYS_SHOWN.has(placeOf(FIELDS, field.pointer)?.[1] ?? 'family')) ??
      FOLDED.some((field) => known[field] !== ''));

  return (
    <>
      <UnsavedGuard active={changed} stay="Stay here" leave="Leave without saving" />
      <form
        method="post"
        {...form}
        {...draft.form}
        onInput={() => {
          draft.form.onInput();
          setChanged(true);
        }}
        onChange={duplicates.onChange}
        className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]"
      >
        <div className="space-y-5">
          <DraftNotice draft={draft} zone={zone} onDiscard={() => setChanged(false)} />
          <ErrorSummary error={error} fields={FIELDS} />
          <TextField
            id="family"
            name="family"
            defaultValue={known.family}
            label="Family name"
            required
            maxLength={100}
            autoComplete="off"
            error={at('/name/family')}
          />
          <TextField
            id="given"
            name="given"
            defaultValue={known.given}
            label="Given names"
            hint="In order, separated by spaces"
            required
            maxLength={100}
            autoComplete="off"
            error={at('/name/given')}
          />
          <TextField
            id="birth_date"
            name="birth_date"
            defaultValue={known.birth_date}
            label="Birth date"
            hint="Day, month in letters, year: 14-Jul-1945"
            required
            maxLength={20}
            autoComplete="off"
            className="max-w-64"
            error={at('/birth_date')}
          />
          <label htmlFor="birth_date_estimated" className="target flex min-h-8 items-center gap-2.5">
            <input
              id="birth_date_estimated"
              type="checkbox"
              name="birth_date_estimated"
              value="yes"
              className="size-5 accent-accent"
            />
            The birth date is estimated
          </label>
          <CheckboxList
            id="sex"
            name="sex"
            legend="Sex"
            kind="radio"
            options={SEXES.map((option) => ({ ...option, checked: option.value === known.sex }))}
            error={at('/sex')}
          />
          <details open={folded} className="group border-y border-line py-2">
            <summary className="target flex min-h-8 items-center font-semibold text-accent underline">
              Title, {mayGiveMrn ? 'MRN, ' : ''}phone, e-mail, address, identifier
            </summary>
            <div className="mt-3 space-y-5 pb-3">
              <TextField
                id="prefix"
                name="prefix"
                label="Title"
                optional
                maxLength={100}
                className="max-w-48"
                error={at('/name/prefix')}
              />
              {mayGiveMrn ? (
                <TextField
                  id="mrn"
                  name="mrn"
                  defaultValue={known.mrn}
                  label="MRN"
                  hint="Left empty, the service gives one"
                  optional
                  maxLength={64}
                  className="max-w-64"
                  error={at('/mrn')}
                />
              ) : null}
              <TextField
                id="phone"
                name="phone"
                defaultValue={known.phone}
                type="tel"
                label="Phone"
                optional
                maxLength={50}
                autoComplete="off"
                error={at('/phones')}
              />
              <TextField
                id="email"
                name="email"
                defaultValue={known.email}
                type="email"
                label="E-mail"
                optional
                maxLength={254}
                autoComplete="off"
                error={at('/emails')}
              />
              <TextField
                id="address_line"
                name="address_line"
                label="Street and number"
                optional
                maxLength={200}
                autoComplete="off"
                error={at('/addresses/0/lines')}
              />
              <div className="grid gap-5 sm:grid-cols-3">
                <TextField
                  id="postal_code"
                  name="postal_code"
                  label="Postcode"
                  optional
                  maxLength={20}
                  autoComplete="off"
                  error={at('/addresses/0/postal_code')}
                />
                <TextField
                  id="city"
                  name="city"
                  label="City"
                  optional
                  maxLength={100}
                  autoComplete="off"
                  error={at('/addresses/0/city')}
                />
                <TextField
                  id="country"
                  name="country"
                  label="Country code"
                  optional
                  pattern="[A-Za-z]{2}"
                  title="Two letters, such as GB"
                  maxLength={2}
                  autoComplete="off"
                  error={at('/addresses/0/country')}
                />
              </div>
              <div className="grid gap-5 sm:grid-cols-2">
                <SelectField
                  id="identifier_type"
                  name="identifier_type"
                  label="Kind of identifier"
                  options={IDENTIFIERS}
                />
                <TextField
                  id="identifier"
                  name="identifier"
                  label="Identifier"
                  optional
                  maxLength={100}
                  autoComplete="off"
                  error={at('/identifiers')}
                />
              </div>
            </div>
          </details>
        </div>
        <DuplicateAside {...duplicates} today={today} className="h-fit" />
        <div className="space-y-5">
          {duplicates.needsReason || reasonMissing ? (
            <CheckboxList
              id="duplicate_reason"
              name="duplicate_reason"
              legend="Why is another record needed?"
              hint="Kept in the audit."
              kind="radio"
              options={DUPLICATE_REASONS.map((value) => ({ value, ...REASONS[value] }))}
              error={reasonMissing}
            />
          ) : null}
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" disabled={busy} weight={duplicates.needsReason ? 'secondary' : 'primary'}>
              {pending ? 'Creating' : duplicates.found.length > 0 ? 'Create anyway' : 'Create patient'}
            </Button>
            <LinkButton href={next ?? '/patients'} weight="secondary">
              Cancel
            </LinkButton>
            <span className="hidden text-sm text-ink-2 keys:inline">Ctrl+Enter creates</span>
          </div>
        </div>
      </form>
    </>
  );
}
