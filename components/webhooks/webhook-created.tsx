'use client';
/** After the creation: the secret, and how the receiver verifies with it. */
import type { Webhook } from '@/server/domain/webhooks/contract';
import { LinkButton } from '../ui/link-button';
import { SecretOnce } from '../ui/secret-once';
import { VerifySnippet } from './verify-snippet';

export function WebhookCreated({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <SecretOnce
        title={`Webhook created for ${new URL(webhook.url).host}`}
        label="Signing secret"
        value={webhook.secret ?? ''}
      >
        <LinkButton href={`/admin/webhooks/${webhook.id}`}>Go to the webhook</LinkButton>
      </SecretOnce>
      <VerifySnippet />
    </>
  );
}
