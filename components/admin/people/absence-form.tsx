'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Colleague } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { parseDate } from '../../format/parse-date';
import { parseTime } from '../../format/parse-time';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { ErrorSummary } from '../../ui/error-summary';
import type { Problem } from '../../ui/error-message';
import { showToast } from '../../ui/toast';
import { Notice } from '../../ui/notice';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';

const DATE = { required: true, maxLength: 20, className: 'w-56' } as const;
const TIME = { required: true, autoComplete: 'off', className: 'w-48' } as const;
const FIELDS = defineFields({
  delegate: { pointer: '/delegate_id', label: 'Covering colleague', required: true, className: 'max-w-xl' },
  starts_on: { pointer: '/starts', label: 'Start date', ...DATE },
  starts_at: { pointer: '/clock/starts', label: 'Start time', hint: 'Example: 08:00', ...TIME },
  ends_on: { pointer: '/ends', label: 'End date', ...DATE },
  ends_at: { pointer: '/clock/ends', label: 'End time', hint: 'Example: 18:00', ...TIME },
});
type Typed = ReturnType<typeof FIELDS.read>;

const WORDS = { starts: 'start', ends: 'end' } as const;

type FieldError = NonNullable<Problem['errors']>[number];

/** `05-Nov-2026` and `8:00` → `2026-11-05T08:00`. */
function wallClock(typed: Typed, name: 'starts' | 'ends', errors: FieldError[]): string {
  const day = parseDate(typed[`${name}_on`] ?? '');
  const time = parseTime(typed[`${name}_at`] ?? '');
  const report = (pointer: string, message: string) =>
    errors.push({ pointer, code: 'invalid_format', message });
  if (!day) report(`/${name}`, `Enter the ${WORDS[name]} date, for example 05-Nov-2026.`);
  if (!time) report(`/clock/${name}`, `Enter the ${WORDS[name]} time, for example 08:00.`);
  return day && time ? `${day}T${time}` : '';
}

/** @throws Problem with every field that is missing or invalid */
export function readAbsence(data: FormData): { delegate_id: string; starts: string; ends: string } {
  const typed = FIELDS.read(data);
  const errors: FieldError[] = [];
  if (typed.delegate === null)
    errors.push({ pointer: '/delegate_id', code: 'required', message: 'Select a covering colleague.' });
  const [starts, ends] = [wallClock(typed, 'starts', errors), wallClock(typed, 'ends', errors)];
  if (errors.length > 0) throw { code: 'validation_failed', errors } satisfies Problem;
  return { delegate_id: typed.delegate ?? '', starts, ends };
}

interface AbsenceFormProps {
  colleagues: readonly Colleague[];
  /** Default: the signed-in user. */
  userId?: string;
}

export function AbsenceForm({ colleagues, userId }: AbsenceFormProps) {
  const router = useRouter();
  // Empties the form after each absence.
  const [round, setRound] = useState(0);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(
    async (data) => {
      const input = { ...(userId === undefined ? {} : { user_id: userId }), ...readAbsence(data) };
      return submission.send((options) => api.people.setDelegation.mutate(input, options));
    },
    ({ delegate }) => {
      showToast(`Absence recorded. ${delegate.name} covers.`);
      setRound((before) => before + 1);
      router.refresh();
    },
  );
  const { field } = FIELDS.controls(error);
  if (colleagues.length === 0) return <Notice word="">No other clinician or administrator can cover.</Notice>;
  return (
    <form key={round} method="post" {...form} className="space-y-5">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <Notice word="">
        Unsigned reports also appear in the inbox of the covering colleague. Times are in the time zone of the
        organization.
      </Notice>
      <SelectField
        {...field('delegate')}
        empty="Select a colleague"
        options={colleagues.map((one) => ({ value: one.id, label: one.name }))}
      />
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <DateField {...field('starts_on')} />
        <TextField {...field('starts_at')} defaultValue="00:00" />
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <DateField {...field('ends_on')} />
        <TextField {...field('ends_at')} defaultValue="23:59" />
      </div>
      <Button type="submit" disabled={busy}>
        {pending ? 'Recording' : 'Record absence'}
      </Button>
    </form>
  );
}
