'use client';
/** Sends a sample event of any type, marked as a test. */
import { useRouter } from 'next/navigation';
import type { ListDeliveriesInput } from '@/server/domain/webhooks/contract';
import { defineFields } from '../../client/form-fields';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { showToast } from '../../ui/toast';
import { SelectField } from '../../ui/select-field';
import { EVENT_NAMES } from './event-words';
import { testWebhook } from './test-event';

type EventType = NonNullable<ListDeliveriesInput['event_type']>;

const FIELDS = defineFields({
  sample: { pointer: '/type', label: 'Event type', className: 'w-72 max-w-full' },
});
const OPTIONS = EVENT_NAMES.map((name) => ({ value: name, label: name }));

export function SendSample({ id }: { id: string }) {
  const router = useRouter();
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(
    (data) =>
      testWebhook({ id, type: (FIELDS.read(data).sample ?? undefined) as EventType | undefined }, submission),
    (outcome) => {
      showToast(outcome);
      router.refresh();
    },
  );
  const { field } = FIELDS.controls(error);
  return (
    <form method="post" {...form} className="space-y-3">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <p className="max-w-2xl">
        Sends an event of any type to this webhook only, marked with{' '}
        <code className="font-mono">&quot;test&quot;: true</code>.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField {...field('sample')} options={OPTIONS} defaultValue="lab_result.finalized" />
        <Button type="submit" disabled={busy} weight="secondary">
          {pending ? 'Testing' : 'Test with this event'}
        </Button>
      </div>
    </form>
  );
}
