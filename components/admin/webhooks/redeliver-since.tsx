'use client';
/** Sends again what was missed: how far back, what, and how many that are before anything is sent. */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { api } from '../../client/client';
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

interface Question {
  id: string;
  since: string;
  which: 'failed' | 'all';
}

export function RedeliverSince({ id }: { id: string }) {
  const router = useRouter();
  const [hours, setHours] = useState('24');
  const [which, setWhich] = useState<Question['which']>('failed');
  const question = useRef<Question | null>(null);
  const [found, setFound] = useState<number | null>(null);
  const [problem, setProblem] = useState('');

  async function ask(back: string, what: Question['which']) {
    const next = { id, since: new Date(Date.now() - Number(back) * HOUR_MS).toISOString(), which: what };
    setHours(back);
    setWhich(what);
    question.current = next;
    setFound(null);
    setProblem('');
    try {
      const counted = await api.webhooks.countRedeliveries.query(next);
      // An answer to an earlier question comes too late to count.
      if (question.current === next) setFound(counted.count);
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
    }
  }

  return (
    <ConfirmDialog
      opener={{ label: 'Send again', weight: 'secondary', onOpen: () => void ask(hours, which) }}
      title="Send messages again"
      confirm={found ? `Send ${count(found, 'message')}` : 'Send'}
      keep="Cancel"
      ready={found !== null && found > 0}
      act={() => api.webhooks.redeliverSince.mutate(question.current!)}
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
          onChange={(event) => void ask(event.currentTarget.value, which)}
        />
        <SelectField
          id="again-which"
          label="What"
          options={WHICH}
          value={which}
          onChange={(event) => void ask(hours, event.currentTarget.value as Question['which'])}
        />
        <p role="status" className="min-h-6 font-semibold">
          {problem ||
            (found === null ? 'Counting…' : found === 0 ? 'Nothing to send.' : `${count(found, 'message')}.`)}
        </p>
        <p className="text-sm text-ink-2">
          They keep the same id, so a receiver recognises what it has already. The oldest go first, at most
          fifty a second.
        </p>
      </div>
    </ConfirmDialog>
  );
}
