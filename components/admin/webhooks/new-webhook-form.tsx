'use client';
/** A new webhook on one page: address, events, description; afterwards the secret, shown this once. */
import { useState } from 'react';
import type { Webhook } from '@/server/domain/webhooks/contract';
import { judgeTyped, type TypedRules } from '@/server/data-types/webhook-url';
import { api } from '../../client/client';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { DraftNotice } from '../../client/drafts/draft-notice';
import { useBeginning, useDraft, type DraftFound } from '../../client/drafts/use-draft';
import { Button } from '../../ui/button';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import type { Problem } from '../../ui/error-message';
import { LinkButton } from '../../ui/link-button';
import { TextField } from '../../ui/text-field';
import { AddressField } from './address-field';
import { EventPicker } from './event-picker';
import { PRESETS, subscriptionOf } from './event-words';
import { WebhookCreated } from './webhook-created';

const FIELDS: readonly FieldPlace[] = [
  ['/url', 'url'],
  ['/events', 'events'],
  ['/description', 'description'],
];

interface Created {
  webhook: Webhook;
  /** Null when it could not be sent; the webhook is there all the same, and so is its secret. */
  testId: string | null;
}

async function createAndTest(
  input: Parameters<typeof api.webhooks.createWebhook.mutate>[0],
): Promise<Created> {
  const webhook = await api.webhooks.createWebhook.mutate(input);
  const test = await api.webhooks.sendTestEvent.mutate({ id: webhook.id }).catch(() => null);
  return { webhook, testId: test?.id ?? null };
}

interface NewWebhookFormProps {
  rules: TypedRules;
  /** What this person had begun. */
  found: DraftFound;
}

const ADDRESS = '/admin/webhooks/new';

export function NewWebhookForm({ rules, found }: NewWebhookFormProps) {
  const beginning = useBeginning<string[]>(ADDRESS, found);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(beginning.content?.more ?? PRESETS[1]?.events),
  );
  const [created, setCreated] = useState<Created | null>(null);
  function done(made: Created) {
    draft.sent();
    setCreated(made);
  }
  const draft = useDraft<string[]>(ADDRESS, { beginning, read: () => [...chosen] });
  const { form, busy, pending, error, at } = useSubmit((data) => {
    const url = valueOf(data, 'url') ?? '';
    const refusal = judgeTyped(url, rules);
    if (refusal) {
      const errors = [{ ...refusal, pointer: '/url' }];
      throw { code: 'validation_failed', errors } satisfies Problem;
    }
    const events = subscriptionOf(chosen);
    if (events.length === 0) {
      const errors = [{ pointer: '/events', code: 'required', message: 'Choose at least one event.' }];
      throw { code: 'validation_failed', errors } satisfies Problem;
    }
    return createAndTest({
      url,
      events,
      description: valueOf(data, 'description'),
    });
  }, done);

  if (created) return <WebhookCreated {...created} />;
  return (
    <form method="post" {...form} {...draft.form} className="max-w-3xl space-y-5">
      <DraftNotice draft={draft} onDiscard={() => setChosen(new Set(PRESETS[1]?.events))} />
      <ErrorSummary error={error} fields={FIELDS} />
      <AddressField rules={rules} error={at('/url')} />
      <EventPicker
        chosen={chosen}
        onChange={(events) => {
          setChosen(events);
          draft.changed();
        }}
        error={at('/events')}
      />
      <TextField
        id="description"
        name="description"
        label="Description"
        hint="Who receives this, and what for"
        optional
        maxLength={500}
        error={at('/description')}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Creating' : 'Create and send test'}
        </Button>
        <LinkButton href="/admin/webhooks" weight="secondary">
          Cancel
        </LinkButton>
        <span className="hidden text-sm text-ink-2 keys:inline">Ctrl+Enter creates</span>
      </div>
    </form>
  );
}
