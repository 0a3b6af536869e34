'use client';
/** A new patient, with possible duplicates next to the form. */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import {
  DUPLICATE_REASONS,
  IDENTIFIER_TYPE_WORDS,
  SEX_WORDS,
  type DuplicateReason,
} from '@/server/domain/patients/rules';
import { isolate } from '../format/isolate';
import { formatShortName } from '../format/names';
import { parseDate } from '../format/parse-date';
import { optionsOf } from '../format/words';
import { api } from '../client/client';
import { valueOf } from '../client/form-values';
import { useOnce, type Once } from '../client/use-once';
import { useSubmit } from '../client/use-submit';
import type { Fields } from '../client/drafts/draft-fields';
import { DraftNotice } from '../client/drafts/draft-notice';
import { UnsavedGuard } from '../client/drafts/unsaved-guard';
import { useBeginning, useDraft, type DraftFound } from '../client/drafts/use-draft';
import { FormActions } from '../ui/form-actions';
import { CheckboxList } from '../ui/checkbox-list';
import { DateField } from '../ui/date-field';
import { problemOf, type Problem } from '../ui/error-message';
import { ErrorSummary, placeOf } from '../ui/error-summary';
import { Icon } from '../ui/icons';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { TextLink } from '../ui/text-link';
import { showToast } from '../ui/toast';
import { DuplicateAside, otherMatches, useDuplicates, type SentMatches } from './duplicate-aside';
import { EMPTY_PREFILL, type PatientPrefill } from './patient-prefill';
import { newPatientInput, patientFields, type NewPatient } from './new-patient-input';

const IDENTIFIERS = (['national_id', 'insurance', 'passport', 'other'] as const).map((value) => ({
  value,
  label: IDENTIFIER_TYPE_WORDS[value],
}));

const COLLAPSED = [
  'mrn',
  'phone',
  'email',
  'address_line',
  'postal_code',
  'city',
  'state',
  'country',
] as const;
const ALWAYS_SHOWN = new Set([
  'family',
  'given',
  'birth_date',
  'birth_date_estimated',
  'sex',
  'duplicate_reason',
]);

/** Has values in collapsed fields. */
const fillsCollapsed = (fields: Fields): boolean =>
  Object.entries(fields).some(
    ([name, values]) =>
      !ALWAYS_SHOWN.has(name) &&
      values.some((value) => value !== (name === 'identifier_type' ? IDENTIFIERS[0]!.value : '')),
  );

const REASONS: Record<DuplicateReason, { label: string; detail: string }> = {
  different_person: { label: 'Different person', detail: 'I have compared the records.' },
  record_unusable: {
    label: 'Existing record unusable',
    detail: 'It is wrong or mixed with another patient.',
  },
  urgent: { label: 'Emergency', detail: 'Review the records later.' },
};

/** Also of the server, whose message is for programs. */
const MISSING_REASON: Problem = {
  code: 'validation_failed',
  errors: [
    {
      pointer: '/duplicate_reason',
      code: 'required',
      message: 'Open the existing record, or give a reason for creating another one.',
    },
  ],
};

interface NewPatientFormProps {
  mayEditMrn: boolean;
  today: string;
  found: DraftFound;
  /** URL of the form. */
  path?: string;
  known?: PatientPrefill;
  /** Of a message: as sent, also without its day or month. */
  sentBirthDate?: string | null;
  /** The sent birth date, and who sent it. */
  birthDateHint?: string | null;
  /** Patients that the message may be about. */
  sentMatches?: SentMatches | null;
  /** The message (ID) that the patient is created from. */
  from?: string;
  /** Page of that message; by default the new patient. */
  next?: string;
}

type Input = NewPatient & { duplicate_reason?: DuplicateReason };

/** Returns the ID of the patient. */
async function create(from: string | undefined, input: Input, submission: Once): Promise<string> {
  if (from?.startsWith('upd_'))
    return (await api.patientUpdates.createFromPatientUpdate.mutate({ id: from, ...input })).patient_id!;
  if (from?.startsWith('idc_'))
    return (await api.inboundDocuments.createPatientFromDocument.mutate({ id: from, ...input })).id;
  if (from?.startsWith('rpt_'))
    return (await api.inboundReports.createPatientFromReport.mutate({ id: from, ...input })).id;
  return (await submission.send((options) => api.patients.registerPatient.mutate(input, options))).id;
}

/** Of a birth date sent without its day, month and year are compared. */
function differsFrom(sentBirthDate: string | null, form: HTMLFormElement): boolean {
  const typed = parseDate(valueOf(new FormData(form), 'birth_date') ?? '');
  return sentBirthDate !== null && typed !== null && !typed.startsWith(sentBirthDate);
}

export function NewPatientForm({
  mayEditMrn,
  today,
  found,
  path = '/patients/new',
  known = EMPTY_PREFILL,
  sentBirthDate = null,
  birthDateHint = null,
  sentMatches = null,
  from,
  next,
}: NewPatientFormProps) {
  const router = useRouter();
  const duplicates = useDuplicates();
  const [changed, setChanged] = useState(false);
  const [differs, setDiffers] = useState(false);
  /** IDs of the patients for which the server requires a reason. */
  const [duplicateIds, setDuplicateIds] = useState<readonly string[]>([]);
  const beginning = useBeginning(path, found);
  const draft = useDraft(path, { beginning, read: () => null, restore: () => setChanged(true) });
  const { ref } = draft.form;
  const { check } = duplicates;
  const isFilled = known !== EMPTY_PREFILL || draft.restoredAt !== null;
  useEffect(() => {
    const form = ref.current!;
    if (isFilled) check(form);
    setDiffers(differsFrom(sentBirthDate, form));
    // Not on phones, where the keyboard would cover the page, and not away from a field that is typed in.
    if (window.matchMedia('(pointer: fine)').matches && !form.contains(document.activeElement))
      document.getElementById('family')?.focus({ preventScroll: true });
    // Only once: typing triggers the check.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(
    (data) => {
      const input = newPatientInput(data);
      const reason = DUPLICATE_REASONS.find((known) => known === data.get('duplicate_reason'));
      if (duplicates.needsReason && !reason) throw MISSING_REASON;
      return create(from, { ...input, ...(reason ? { duplicate_reason: reason } : {}) }, submission)
        .then((id) => ({ id, name: input.name }))
        .catch((thrown: unknown) => {
          const ids = problemOf(thrown).patient_ids ?? [];
          setDuplicateIds(ids);
          // The form may not have been checked before.
          if (ids.length > 0 && ref.current) check(ref.current);
          throw ids.length > 0 ? MISSING_REASON : thrown;
        });
    },
    ({ id, name }) => {
      setChanged(false);
      draft.sent();
      const isDecided = from?.startsWith('upd_') ?? false;
      showToast({
        sentence: `Patient ${isolate(formatShortName(name))} created.`,
        ...(isDecided ? { link: { href: `/patients/${id}`, label: 'Open chart' } } : {}),
      });
      router.push(isDecided ? '/unmatched' : (next ?? `/patients/${id}`));
      // Back shows what became of the message.
      if (from) router.refresh();
    },
  );
  const { field, group } = patientFields.controls(error);
  const reason = group('duplicate_reason');
  // Restored, prefilled and invalid fields must be visible.
  const isExpanded =
    (draft.restoredAt !== null && fillsCollapsed(beginning.content?.fields ?? {})) ||
    COLLAPSED.some((field) => known[field] !== '') ||
    (error?.fields.some(
      (field) => !ALWAYS_SHOWN.has(placeOf(patientFields.places, field.pointer)?.[1] ?? 'family'),
    ) ??
      false);

  return (
    <>
      <UnsavedGuard active={changed} />
      <form
        method="post"
        {...form}
        {...draft.form}
        onInput={() => {
          draft.form.onInput();
          setChanged(true);
        }}
        onChange={(event) => {
          duplicates.onChange(event);
          setDiffers(differsFrom(sentBirthDate, event.currentTarget));
        }}
        className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,40rem)_minmax(0,36rem)] lg:grid-rows-[auto_1fr]"
      >
        <div className="space-y-5">
          <DraftNotice draft={draft} onDiscard={() => setChanged(false)} />
          <ErrorSummary
            error={error}
            fields={patientFields.places}
            // The page of the message shows what became of it, and the newest one.
            fix={error?.isOutdated && next ? <TextLink href={next}>Open the message</TextLink> : undefined}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('family')} defaultValue={known.family} />
            <TextField {...field('given')} defaultValue={known.given} />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <div>
              <DateField
                {...field('birth_date')}
                defaultValue={known.birth_date}
                {...(birthDateHint === null ? {} : { hint: birthDateHint })}
              />
              <p role="status" className="mt-1 flex items-baseline gap-1.5 font-semibold empty:hidden">
                {differs ? (
                  <>
                    <Icon name="problem" className="size-4 shrink-0 self-center" />
                    Differs from the sent birth date.
                  </>
                ) : null}
              </p>
              <label htmlFor="birth_date_estimated" className="target mt-2 flex min-h-8 items-center gap-2.5">
                <input
                  id="birth_date_estimated"
                  type="checkbox"
                  name="birth_date_estimated"
                  value="yes"
                  className="size-5 accent-accent"
                />
                Estimated birth date
              </label>
            </div>
            <CheckboxList
              {...group('sex')}
              kind="radio"
              inline
              className="sm:*:[div]:grid sm:*:[div]:grid-cols-2"
              options={optionsOf(SEX_WORDS).map((option) => ({
                ...option,
                checked: option.value === known.sex,
              }))}
            />
          </div>
          <details open={isExpanded} className="group border-y border-line py-2">
            <summary className="target flex min-h-8 items-center gap-1.5 font-semibold text-accent underline">
              <Icon name="chevron" className="size-3.5 shrink-0 -rotate-90 group-open:rotate-0" />
              Title, {mayEditMrn ? 'MRN, ' : ''}phone, email, address, identifier
            </summary>
            <div className="mt-3 space-y-5 pb-3">
              <TextField {...field('prefix')} />
              {mayEditMrn ? <TextField {...field('mrn')} defaultValue={known.mrn} /> : null}
              <TextField {...field('phone')} defaultValue={known.phone} />
              <TextField {...field('email')} defaultValue={known.email} />
              <TextField {...field('address_line')} defaultValue={known.address_line} />
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField {...field('postal_code')} defaultValue={known.postal_code} />
                <TextField {...field('city')} defaultValue={known.city} />
                <TextField {...field('state')} defaultValue={known.state} />
                <TextField {...field('country')} defaultValue={known.country} />
              </div>
              <div className="grid gap-5 sm:grid-cols-2">
                <SelectField {...field('identifier_type')} options={IDENTIFIERS} />
                <TextField {...field('identifier')} />
              </div>
            </div>
          </details>
        </div>
        <div className="h-fit space-y-5 lg:row-span-2">
          <DuplicateAside {...duplicates} sent={sentMatches} duplicateIds={duplicateIds} today={today} />
          {duplicates.needsReason || reason.error ? (
            <CheckboxList
              {...reason}
              kind="radio"
              options={DUPLICATE_REASONS.map((value) => ({ value, ...REASONS[value] }))}
            />
          ) : null}
        </div>
        <div>
          <FormActions
            label={
              duplicates.found.length + otherMatches(sentMatches, duplicates.found).length > 0
                ? 'Create anyway'
                : 'Create patient'
            }
            pendingLabel="Creating"
            pending={pending}
            busy={busy}
            cancelHref={next ?? '/patients'}
            does="create"
            weight={duplicates.needsReason ? 'secondary' : 'primary'}
          />
        </div>
      </form>
    </>
  );
}
