'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { Webhook } from '@/server/domain/webhooks/contract';
import type { TypedRules } from '@/server/data-types/webhook-url';
import { api, onlyIf } from '../../client/client';
import { SharedErrors } from '../../client/shared-errors';
import { changedFrom, useSharedForm, useStateOfRound } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { AddressField } from './address-field';
import { EventPicker } from './event-picker';
import { chosenOf, subscriptionOf, subscriptionWords } from './event-words';
import { assertFields, webhookFields } from './webhook-fields';

const STORED = storedWords(webhookFields.places, { events: subscriptionWords });

/** With its events as the form reads them. */
const asShown = (webhook: Webhook): Webhook => ({
  ...webhook,
  events: subscriptionOf(chosenOf(webhook.events)),
});

export function EditWebhook({ webhook, rules }: { webhook: Webhook; rules: TypedRules }) {
  const router = useRouter();
  const { id } = webhook;
  const formElement = useRef<HTMLFormElement>(null);
  const read = (data: FormData): Pick<Webhook, 'url' | 'description' | 'events'> => {
    const { url, description } = webhookFields.read(data);
    return { url: url ?? '', description, events: subscriptionOf(chosen) };
  };
  const shared = useSharedForm<Webhook>(asShown(webhook), {
    read: () => read(new FormData(formElement.current!)),
    load: async () => asShown(await api.webhooks.getWebhook.query({ id })),
  });
  const { base, values, round } = shared;
  const [chosen, setChosen] = useStateOfRound<ReadonlySet<string>>(round, chosenOf(values.events));
  const { form, busy, pending, error, setError } = useSubmit(
    async (data) => {
      const wanted = read(data);
      assertFields({ ...wanted, url: wanted.url === base.url ? null : wanted.url }, rules);
      // Changes only: a URL is checked again, and selected events follow the permissions of the user.
      return api.webhooks.updateWebhook.mutate(
        { ...changedFrom<typeof wanted>(base, wanted), id },
        onlyIf(base.version),
      );
    },
    (saved) => {
      shared.saved(asShown(saved));
      showToast('Webhook updated.');
      router.refresh();
    },
  );
  const { field } = webhookFields.controls(error);

  /** Closes the fold around the form. */
  function cancel() {
    shared.saved(base);
    setError(null);
    const fold = formElement.current!.closest('details')!;
    fold.open = false;
    fold.querySelector('summary')!.focus();
  }

  return (
    <form ref={formElement} method="post" {...form} className="max-w-3xl space-y-5">
      <SharedErrors
        shared={shared}
        error={error}
        clear={() => setError(null)}
        fields={webhookFields.places}
        words={STORED}
      />
      <div key={round} className="space-y-5">
        <AddressField rules={rules} field={{ ...field('url'), defaultValue: values.url }} />
        <EventPicker chosen={chosen} onChange={setChosen} error={field('events').error} />
        <TextField {...field('description')} defaultValue={values.description ?? ''} />
      </div>
      <p className="text-ink-2">Pending deliveries go to the new URL. The signing secret stays the same.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy} weight="secondary">
          {pending ? 'Saving' : 'Save changes'}
        </Button>
        <Button weight="quiet" disabled={busy} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
