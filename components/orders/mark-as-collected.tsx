'use client';
/** Records when the specimen was collected: now, or earlier. */
import { useFormat } from '#format';
import { useCallback, useState } from 'react';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { api } from '../client/client';
import { formatDate, invalidDate } from '../format/dates';
import type { Format } from '../format/format';
import { count } from '../format/numbers';
import { parseAhead, parsePast, type DateOrder } from '../format/parse-date';
import { parseTime, TIME_HINT } from '../format/parse-time';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { DateField } from '../ui/date-field';
import { useDialogFields } from '../ui/dialog-fields';
import { DialogSubject } from '../ui/dialog-subject';
import { Icon } from '../ui/icons';
import type { Problem } from '../ui/error-message';
import { TextField } from '../ui/text-field';

interface Typed {
  day: string;
  time: string;
}

const FUTURE = 'Collection time cannot be in the future.';
const FUTURE_DATE = 'Date cannot be in the future.';

/** Also a day ahead, such as `tomorrow`, so that the field says what is wrong with it. */
const parseDay = (text: string, today: string, order?: DateOrder): string | null =>
  parsePast(text, today, order) ?? parseAhead(text, today, order);

/** The typed time as an instant; null with what is wrong with the fields. */
export function collectedAt({ day, time }: Typed, format: Format, now: string) {
  const today = format.dayOf(now);
  const date = parseDay(day, today);
  const clock = parseTime(time);
  const at = date && clock ? format.instantOf(date, clock) : null;
  if (at !== null && at <= now) return { at, errors: [] };
  const wrong = {
    '/date': date === null ? invalidDate() : date > today ? FUTURE_DATE : null,
    '/collected_at':
      clock === null ? `Enter a valid collection time. ${TIME_HINT}` : date === today ? FUTURE : null,
  };
  const errors = Object.entries(wrong).flatMap(([pointer, message]) =>
    message === null ? [] : [{ pointer, code: 'invalid_format', message }],
  );
  return { at: null, errors };
}

/** How long a collection is before the order; null if it is not. Minutes count, as they are typed. */
export function beforeOrder(at: string, orderedAt: string) {
  if (at.slice(0, 16) >= orderedAt.slice(0, 16)) return null;
  const days = Math.floor((Date.parse(orderedAt) - Date.parse(at)) / 86_400_000);
  return days === 0
    ? { words: 'Before the order was placed', isFar: false }
    : { words: `${count(days, 'day')} before the order was placed`, isFar: true };
}

interface MarkAsCollectedProps {
  id: string;
  tests: string;
  patientLine: string;
  orderedAt: string;
  changed: (order: LabOrder) => void;
  done: () => void;
}

export function MarkAsCollected(props: MarkAsCollectedProps) {
  const { id, tests, patientLine, orderedAt, changed, done } = props;
  const format = useFormat();
  const [offered, setOffered] = useState<Typed>({ day: '', time: '' });
  const [typed, setTyped] = useState(offered);
  const [openedAt, setOpenedAt] = useState('');
  const parse = useCallback(
    (text: string, order?: DateOrder) => parseDay(text, format.dayOf(new Date().toISOString()), order),
    [format],
  );
  const dayId = `collected-on-${id}`;
  const timeId = `collected-at-${id}`;
  const fields = useDialogFields([
    ['/date', dayId],
    ['/collected_at', timeId, 'Collection time'],
  ]);
  const { at } = collectedAt(typed, format, openedAt);
  const before = at === null ? null : beforeOrder(at, orderedAt);

  function type(part: Partial<Typed>) {
    setTyped((before) => ({ ...before, ...part }));
    fields.clear();
  }

  async function record() {
    // Of the server's clock, unless another time was typed.
    const isNow = typed.day === offered.day && typed.time === offered.time;
    if (isNow) return api.labOrders.collectLabOrder.mutate({ id });
    const { at, errors } = collectedAt(typed, format, new Date().toISOString());
    if (at === null) throw { code: 'validation_failed', errors } satisfies Problem;
    return api.labOrders.collectLabOrder.mutate({ id, collected_at: at });
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
          setOpenedAt(now);
          setOffered(offered);
          setTyped(offered);
          fields.clear();
        },
      }}
      title="Specimen collected?"
      confirm="Mark as collected"
      description={<DialogSubject what={tests} patientLine={patientLine} />}
      onConfirm={async () => changed(await record())}
      explain={(error) => fields.explain(error)}
      done={done}
    >
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <DateField
          id={dayId}
          label="Date"
          hint="A date, or yesterday"
          className="w-48"
          parse={parse}
          problemOf={(day) => (day > format.dayOf(openedAt) ? FUTURE_DATE : null)}
          error={fields.at('/date')}
          value={typed.day}
          onChange={({ currentTarget: { value } }) => type({ day: value })}
        />
        <TextField
          id={timeId}
          label="Time"
          hint={TIME_HINT}
          className="w-48"
          autoComplete="off"
          error={fields.at('/collected_at')}
          value={typed.time}
          onChange={({ currentTarget: { value } }) => type({ time: value })}
        />
      </div>
      <div role="status" className="empty:hidden">
        {before ? (
          <p className="flex items-start gap-2 font-semibold">
            {before.isFar ? <Icon name="problem" className="mt-1 size-4 shrink-0" /> : null}
            {before.words}, {format.instant(orderedAt)}.{before.isFar ? ' Check the date.' : ''}
          </p>
        ) : null}
      </div>
      <p className="my-3">Connected systems are notified.</p>
    </ConfirmDialog>
  );
}
