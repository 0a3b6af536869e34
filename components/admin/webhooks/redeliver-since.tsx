'use client';
/** Sends again what was missed: how far back, what, and how many that are before anything is sent. */
import { useRouter } from 'next/navigation';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../client/client';
import { trpc } from '../../client/query-client';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { shownError } from '../../ui/error-message';
import { announce } from '../../ui/live-region';
import { SelectField } from '../../ui/select-field';

const HOUR_MS = 3_600_000;
const BACK = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '72', label: 'the last 3 days' },
  { value: '168', label: 'the last 7 days' },
  { value: '720', label: 'the last 30 days' },
];
const WHICH = [
  { value: 'failed', label: 'Only what was not delivered' },
  { value: 'all', label: 'Everything, delivered or not' },
];

type Which = 'failed' | 'all';

export function RedeliverSince({ id }: { id: string }) {
  const router = useRouter();
  const [hours, setHours] = useState('24');
  const [which, setWhich] = useState<Which>('failed');
  const [question, setQuestion] = useState<{ id: string; since: string; which: Which } | null>(null);
  const { data, error } = useQuery(trpc.webhooks.countRedeliveries.queryOptions(question ?? skipToken));
  const found = data?.count ?? null;

  function ask(back: string, what: Which) {
    setHours(back);
    setWhich(what);
    setQuestion({ id, since: new Date(Date.now() - Number(back) * HOUR_MS).toISOString(), which: what });
  }

  return (
    <ConfirmDialog
      opener={{ label: 'Send again', weight: 'secondary', onOpen: () => ask(hours, which) }}
      title="Send messages again"
      confirm={found ? `Send ${count(found, 'message')}` : 'Send'}
      keep="Cancel"
      ready={found !== null && found > 0}
      act={() => api.webhooks.redeliverSince.mutate(question!)}
      done={() => {
        announce('Messages are being sent again.');
        router.refresh();
      }}
    >
      <div className="space-y-3">
        <SelectField
          id="again-since"
          label="From"
          options={BACK}
          value={hours}
          onChange={(event) => ask(event.currentTarget.value, which)}
        />
        <SelectField
          id="again-which"
          label="What"
          options={WHICH}
          value={which}
          onChange={(event) => ask(hours, event.currentTarget.value as Which)}
        />
        <p role="status" className="min-h-6 font-semibold">
          {error
            ? shownError(error).sentence
            : found === null
              ? 'Counting…'
              : found === 0
                ? 'Nothing to send.'
                : `${count(found, 'message')}.`}
        </p>
        <p className="text-sm text-ink-2">
          They keep the same id, so a receiver recognizes what it has already. The oldest go first, at most
          fifty a second.
        </p>
      </div>
    </ConfirmDialog>
  );
}
