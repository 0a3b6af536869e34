'use client';
/** Resends missed events of a period, after showing their number. */
import { useRouter } from 'next/navigation';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../client/client';
import { trpc } from '../../client/query-client';
import { useOnce } from '../../client/use-once';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { shownError } from '../../ui/error-message';
import { showToast } from '../../ui/toast';
import { SelectField } from '../../ui/select-field';

const HOUR_MS = 3_600_000;
const BACK = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '72', label: 'Last 3 days' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
];
const WHICH = [
  { value: 'failed', label: 'Failed and retrying deliveries' },
  { value: 'all', label: 'All deliveries' },
];

type Which = 'failed' | 'all';

export function RedeliverSince({ id }: { id: string }) {
  const router = useRouter();
  const [hours, setHours] = useState('24');
  const [which, setWhich] = useState<Which>('failed');
  const [question, setQuestion] = useState<{ id: string; since: string; which: Which } | null>(null);
  const submission = useOnce();
  const { data, error } = useQuery(trpc.webhooks.countRedeliveries.queryOptions(question ?? skipToken));
  const found = data?.count ?? null;
  const none = question?.which === 'all' ? 'No deliveries' : 'No failed or retrying deliveries';
  const missing = error
    ? shownError(error).sentence
    : found === null
      ? 'Counting…'
      : found === 0
        ? `${none} to resend. Test events are not included.`
        : null;

  function ask(back: string, what: Which) {
    setHours(back);
    setWhich(what);
    setQuestion({ id, since: new Date(Date.now() - Number(back) * HOUR_MS).toISOString(), which: what });
  }

  return (
    <ConfirmDialog
      opener={{ label: 'Resend events…', weight: 'secondary', onOpen: () => ask(hours, which) }}
      title="Resend events"
      confirm={found ? `Resend ${found}` : 'Resend'}
      missing={missing}
      onConfirm={() => submission.send((options) => api.webhooks.redeliverSince.mutate(question!, options))}
      done={() => {
        showToast('Deliveries queued.');
        router.refresh();
      }}
    >
      <div className="space-y-3">
        <SelectField
          id="again-since"
          label="Period"
          options={BACK}
          value={hours}
          onChange={(event) => ask(event.currentTarget.value, which)}
        />
        <SelectField
          id="again-which"
          label="Deliveries"
          options={WHICH}
          value={which}
          onChange={(event) => ask(hours, event.currentTarget.value as Which)}
        />
        <p role="status" className="font-semibold empty:hidden">
          {found ? `${count(found, 'delivery', 'deliveries')}.` : ''}
        </p>
        <p className="text-sm text-ink-2">
          Retrying deliveries are attempted again now, others are sent as new deliveries. Event IDs stay the
          same, so receivers can skip duplicates. Oldest first, at most 50 per second.
        </p>
      </div>
    </ConfirmDialog>
  );
}
