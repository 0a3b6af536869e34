'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Webhook } from '@/server/domain/webhooks/contract';
import type { TypedRules } from '@/server/data-types/webhook-url';
import { api, onlyIf } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { AddressField } from './address-field';
import { EventPicker } from './event-picker';
import { chosenOf, subscriptionOf } from './event-words';
import { assertFields, webhookFields } from './webhook-fields';

export function EditWebhook({ webhook, rules }: { webhook: Webhook; rules: TypedRules }) {
  const router = useRouter();
  const [chosen, setChosen] = useState(() => chosenOf(webhook.events));
  const { form, busy, pending, error } = useSubmit(
    async (data) => {
      const { url: typed, description } = webhookFields.read(data);
      const url = typed ?? '';
      const events = subscriptionOf(chosen);
      assertFields({ url: url === webhook.url ? null : url, events }, rules);
      // Changes only: a URL is checked again, and selected events follow the permissions of the user.
      const isSame = events.join() === subscriptionOf(chosenOf(webhook.events)).join();
      return api.webhooks.updateWebhook.mutate(
        {
          id: webhook.id,
          description,
          ...(url === webhook.url ? {} : { url }),
          ...(isSame ? {} : { events }),
        },
        onlyIf(webhook.version),
      );
    },
    () => {
      showToast('Webhook updated.');
      router.refresh();
    },
  );
  const { field } = webhookFields.controls(error);
  return (
    <form method="post" {...form} className="max-w-3xl space-y-5">
      <ErrorSummary error={error} fields={webhookFields.places} />
      <AddressField rules={rules} field={{ ...field('url'), defaultValue: webhook.url }} />
      <EventPicker chosen={chosen} onChange={setChosen} error={field('events').error} />
      <TextField {...field('description')} defaultValue={webhook.description ?? ''} />
      <p className="text-ink-2">Pending deliveries go to the new URL. The signing secret stays the same.</p>
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
