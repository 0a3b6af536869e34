'use client';
/** Tries the receiver with a made-up event of any type, marked as a test. */
import { useRouter } from 'next/navigation';
import type { ListDeliveriesInput } from '@/server/domain/webhooks/contract';
import { api } from '../../client/client';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { announce } from '../../ui/live-region';
import { SelectField } from '../../ui/select-field';
import { EVENT_NAMES } from './event-words';

type EventType = NonNullable<ListDeliveriesInput['event_type']>;

const OPTIONS = EVENT_NAMES.map((name) => ({ value: name, label: name }));

export function SendSample({ id }: { id: string }) {
  const router = useRouter();
  const { form, busy, pending, error } = useSubmit(
    (data) =>
      api.webhooks.sendTestEvent.mutate({ id, type: valueOf(data, 'sample') as EventType | undefined }),
    () => {
      announce('Sample sent.');
      router.refresh();
    },
  );
  return (
    <form method="post" {...form} className="space-y-3">
      <ErrorSummary error={error} fields={[]} />
      <p className="max-w-2xl">
        A made-up event to this webhook only. It carries{' '}
        <code className="font-mono">&quot;test&quot;: true</code>, and what it tells of does not exist.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          id="sample"
          name="sample"
          label="Event to try"
          options={OPTIONS}
          defaultValue="lab_result.finalized"
          className="w-72 max-w-full"
        />
        <Button type="submit" disabled={busy} weight="secondary">
          {pending ? 'Sending' : 'Send sample'}
        </Button>
      </div>
    </form>
  );
}
