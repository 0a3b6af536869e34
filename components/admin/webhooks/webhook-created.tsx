'use client';

import type { Webhook } from '@/server/domain/webhooks/contract';
import { LinkButton } from '../../ui/link-button';
import { SecretOnce } from '../../secrets/secret-once';
import { TestOutcome } from './test-outcome';
import { VerifySnippet } from './verify-snippet';
import { webhookName } from './webhook-name';

export function WebhookCreated({ webhook, testId }: { webhook: Webhook; testId: string | null }) {
  return (
    <>
      <SecretOnce
        title={`Signing secret for ${webhookName(webhook.url)}`}
        label="Signing secret"
        value={webhook.secret}
        lost="Rotate the secret on the page of the webhook."
        next="Go to webhook"
      >
        <LinkButton href={`/admin/webhooks/${webhook.id}`}>Go to webhook</LinkButton>
      </SecretOnce>
      {testId ? <TestOutcome webhookId={webhook.id} deliveryId={testId} /> : null}
      <VerifySnippet />
    </>
  );
}
