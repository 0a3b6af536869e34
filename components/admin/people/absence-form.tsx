'use client';
/** A new absence: who stands in, from when to when, in clocks of the organization. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Colleague } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { parseDate } from '../../format/parse-date';
import { Button } from '../../ui/button';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import type { Problem } from '../../ui/error-message';
import { announce } from '../../ui/live-region';
import { Notice } from '../../ui/notice';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';

const FIELDS: readonly FieldPlace[] = [
  ['/starts', 'starts_on'],
  ['/ends', 'ends_on'],
  ['/clock/starts', 'starts_at'],
  ['/clock/ends', 'ends_at'],
  ['/delegate_id', 'delegate'],
];

/** `05-Nov-2026` and `8:00` → `2026-11-05T08:00`. */
function wallClock(data: FormData, name: 'starts' | 'ends'): string {
  const day = parseDate(valueOf(data, `${name}_on`) ?? '');
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(valueOf(data, `${name}_at`) ?? '');
  const message = day ? 'Enter a time such as 08:00.' : 'Enter a date such as 05-Nov-2026.';
  if (!day || !time)
    throw {
      code: 'validation_failed',
      errors: [{ pointer: day ? `/clock/${name}` : `/${name}`, code: 'invalid_format', message }],
    } satisfies Problem;
  return `${day}T${time[1]!.padStart(2, '0')}:${time[2]}`;
}

interface AbsenceFormProps {
  colleagues: readonly Colleague[];
  /** Whose absence; one's own without it. */
  userId?: string;
}

export function AbsenceForm({ colleagues, userId }: AbsenceFormProps) {
  const router = useRouter();
  // A form that was taken begins again empty.
  const [round, setRound] = useState(0);
  const { form, busy, pending, error, at } = useSubmit(
    (data) =>
      api.people.setDelegation.mutate({
        ...(userId === undefined ? {} : { user_id: userId }),
        delegate_id: valueOf(data, 'delegate') ?? '',
        starts: wallClock(data, 'starts'),
        ends: wallClock(data, 'ends'),
      }),
    ({ delegate }) => {
      announce(`Absence recorded. ${delegate.name} stands in.`);
      setRound((before) => before + 1);
      router.refresh();
    },
  );
  if (colleagues.length === 0)
    return <Notice>There is no other clinician or administrator who could stand in.</Notice>;
  return (
    <form key={round} method="post" {...form} className="space-y-5">
      <ErrorSummary error={error} fields={FIELDS} />
      <Notice>
        For that time the reports that wait for a signature also wait in the inbox of whoever stands in.
      </Notice>
      <SelectField
        id="delegate"
        name="delegate"
        label="Who stands in"
        empty="Choose somebody"
        options={colleagues.map((one) => ({ value: one.id, label: one.name }))}
        required
        className="max-w-xl"
        error={at('/delegate_id')}
      />
      <Moment
        name="starts"
        label="From"
        error={at('/starts')}
        clockError={at('/clock/starts')}
        time="00:00"
      />
      <Moment name="ends" label="Until" error={at('/ends')} clockError={at('/clock/ends')} time="23:59" />
      <Button type="submit" disabled={busy}>
        {pending ? 'Recording' : 'Record absence'}
      </Button>
    </form>
  );
}

interface MomentProps {
  name: 'starts' | 'ends';
  label: string;
  time: string;
  error: string | undefined;
  clockError: string | undefined;
}

function Moment({ name, label, time, error, clockError }: MomentProps) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <TextField
        id={`${name}_on`}
        name={`${name}_on`}
        label={`${label}, day`}
        hint="Such as 05-Nov-2026"
        required
        maxLength={20}
        autoComplete="off"
        className="w-56"
        error={error}
      />
      <TextField
        id={`${name}_at`}
        name={`${name}_at`}
        label={`${label}, time`}
        hint="24 hours, your organization’s clocks"
        required
        maxLength={5}
        defaultValue={time}
        autoComplete="off"
        className="w-56"
        error={clockError}
      />
    </div>
  );
}
