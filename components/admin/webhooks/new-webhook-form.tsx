'use client';

import { useState, type ReactNode } from 'react';
import type { Webhook } from '@/server/domain/webhooks/contract';
import type { TypedRules } from '@/server/data-types/webhook-url';
import { api } from '../../client/client';
import { once, useOnce, type Once } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { DraftNotice } from '../../client/drafts/draft-notice';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { useBeginning, useDraft, type DraftFound } from '../../client/drafts/use-draft';
import { CreatedHeading } from '../../ui/created-heading';
import { FormActions } from '../../ui/form-actions';
import { ErrorSummary } from '../../ui/error-summary';
import { TextField } from '../../ui/text-field';
import { AddressField } from './address-field';
import { EventPicker } from './event-picker';
import { PRESETS, subscriptionOf } from './event-words';
import { WebhookCreated } from './webhook-created';
import { assertFields, webhookFields } from './webhook-fields';

interface Created {
  webhook: Webhook;
  /** Null if the test could not be sent: the webhook and its secret exist anyway. */
  testId: string | null;
}

async function createAndTest(
  input: Parameters<typeof api.webhooks.createWebhook.mutate>[0],
  submission: Once,
): Promise<Created> {
  const webhook = await submission.send((options) => api.webhooks.createWebhook.mutate(input, options));
  const test = await once()
    .send((options) => api.webhooks.sendTestEvent.mutate({ id: webhook.id }, options))
    .catch(() => null);
  return { webhook, testId: test?.id ?? null };
}

interface NewWebhookFormProps {
  /** Replaced once the webhook is created. */
  heading: ReactNode;
  rules: TypedRules;
  /** Saved draft of the user. */
  found: DraftFound;
}

const ADDRESS = '/admin/webhooks/new';

export function NewWebhookForm({ heading, rules, found }: NewWebhookFormProps) {
  const beginning = useBeginning<string[]>(ADDRESS, found);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(beginning.content?.more ?? PRESETS[1]?.events),
  );
  const [created, setCreated] = useState<Created | null>(null);
  const [changed, setChanged] = useState(false);
  function done(made: Created) {
    setChanged(false);
    draft.sent();
    setCreated(made);
  }
  const draft = useDraft<string[]>(ADDRESS, {
    beginning,
    read: () => [...chosen],
    restore: (events) => {
      setChosen(new Set(events));
      setChanged(true);
    },
  });
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit((data) => {
    const { url: typed, description } = webhookFields.read(data);
    const url = typed ?? '';
    const events = subscriptionOf(chosen);
    assertFields({ url, events }, rules);
    return createAndTest({ url, events, description }, submission);
  }, done);

  const { field } = webhookFields.controls(error);

  if (created)
    return (
      <>
        <CreatedHeading title="Webhook created" />
        <WebhookCreated {...created} />
      </>
    );
  return (
    <>
      <UnsavedGuard active={changed} />
      {heading}
      <form
        method="post"
        {...form}
        {...draft.form}
        onInput={() => {
          draft.form.onInput();
          setChanged(true);
        }}
        className="max-w-3xl space-y-5"
      >
        <DraftNotice
          draft={draft}
          onDiscard={() => {
            setChosen(new Set(PRESETS[1]?.events));
            setChanged(false);
          }}
        />
        <ErrorSummary error={error} fields={webhookFields.places} />
        <AddressField rules={rules} field={field('url')} />
        <EventPicker
          chosen={chosen}
          onChange={(events) => {
            setChosen(events);
            draft.changed();
            setChanged(true);
          }}
          error={field('events').error}
        />
        <TextField {...field('description')} />
        <FormActions
          label="Create and test"
          pendingLabel="Creating"
          pending={pending}
          busy={busy}
          cancelHref="/admin/webhooks"
          does="create"
        />
      </form>
    </>
  );
}
