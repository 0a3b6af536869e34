'use client';
/** Records when the specimen was collected: now, or earlier. */
import { useFormat } from '#format';
import { useState } from 'react';
import { api } from '../client/client';
import { formatDate } from '../format/dates';
import type { Format } from '../format/format';
import { parseDate } from '../format/parse-date';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { DateField } from '../ui/date-field';
import { DialogSubject } from '../ui/dialog-subject';
import { fieldMessage, type Problem } from '../ui/error-message';
import { TextField } from '../ui/text-field';

interface Typed {
  day: string;
  time: string;
}

const TIME = /^([01]?\d|2[0-3]):?([0-5]\d)$/;

/** The typed time as an instant; null if it is not valid. */
export function collectedAt({ day, time }: Typed, format: Format): string | null {
  const date = parseDate(day.trim());
  const [, hour, minute] = TIME.exec(time.trim()) ?? [];
  return date && hour && minute ? format.instantOf(date, `${hour.padStart(2, '0')}:${minute}`) : null;
}

const problem = (message: string): Problem => ({
  code: 'validation_failed',
  errors: [{ pointer: '/collected_at', code: 'invalid_format', message }],
});

interface MarkAsCollectedProps {
  id: string;
  tests: string;
  patientLine: string;
  orderedAt: string;
  done: () => void;
}

export function MarkAsCollected({ id, tests, patientLine, orderedAt, done }: MarkAsCollectedProps) {
  const format = useFormat();
  const [offered, setOffered] = useState<Typed>({ day: '', time: '' });
  const [typed, setTyped] = useState(offered);
  const at = collectedAt(typed, format);
  const isEarly = at !== null && at.slice(0, 16) < orderedAt.slice(0, 16);

  async function record() {
    // Of the server's clock, unless another time was typed.
    const isNow = typed.day === offered.day && typed.time === offered.time;
    if (!isNow && at === null) throw problem('Enter a date, and a time such as 08:30.');
    if (!isNow && Date.parse(at!) > Date.now()) throw problem('The collection time is in the future.');
    await api.labOrders.collectLabOrder.mutate({ id, ...(isNow ? {} : { collected_at: at! }) });
  }

  return (
    <ConfirmDialog
      opener={{
        label: 'Mark as collected',
        weight: 'quiet',
        name: `Mark as collected: ${tests}`,
        onOpen: () => {
          const now = new Date().toISOString();
          const offered = { day: formatDate(format.dayOf(now)), time: format.clock(now) };
          setOffered(offered);
          setTyped(offered);
        },
      }}
      title="Specimen collected?"
      confirm="Mark as collected"
      description={<DialogSubject what={tests} patientLine={patientLine} />}
      onConfirm={record}
      explain={(error) => fieldMessage(error, '/collected_at', 'Collection time') ?? error.sentence}
      done={done}
    >
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <DateField
          id={`collected-on-${id}`}
          label="Date"
          className="w-48"
          value={typed.day}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, day: value }))}
        />
        <TextField
          id={`collected-at-${id}`}
          label="Time"
          hint="Example: 08:30"
          className="w-28"
          maxLength={5}
          autoComplete="off"
          value={typed.time}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, time: value }))}
        />
      </div>
      <p role="status" className="font-semibold empty:hidden">
        {isEarly ? `Before the order was placed, ${format.instant(orderedAt)}.` : ''}
      </p>
      <p className="mb-3">Connected systems are notified. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
