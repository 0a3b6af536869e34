'use client';
/** Signing secrets of a webhook by their last letters, and a new one with an overlap. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { WebhookHealth } from '@/server/domain/webhooks/contract';
import { DEFAULT_OVERLAP_HOURS } from '@/server/domain/webhooks/rules';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { useSubmit } from '../api/use-submit';
import { formatInstant } from '../format/dates';
import { Button } from '../ui/button';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { SecretOnce } from '../ui/secret-once';
import { SelectField } from '../ui/select-field';

const OVERLAPS = [
  { value: '0', label: 'Not at all: it ends now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
];
const FIELDS: readonly FieldPlace[] = [['/overlap_hours', 'overlap', 'Overlap']];

interface WebhookSecretsProps {
  id: string;
  host: string;
  secrets: WebhookHealth['secrets'];
  zone: string;
}

export function WebhookSecrets({ id, host, secrets, zone }: WebhookSecretsProps) {
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const { form, busy, pending, error, at } = useSubmit(
    (data) =>
      api.webhooks.rotateWebhookSecret.mutate({
        id,
        overlap_hours: Number(valueOf(data, 'overlap') ?? DEFAULT_OVERLAP_HOURS),
      }),
    (changed) => setSecret(changed.secret ?? ''),
  );
  if (secret !== null) {
    return (
      <SecretOnce title={`New secret for ${host}`} label="Signing secret" value={secret}>
        <Button
          onClick={() => {
            setSecret(null);
            router.refresh();
          }}
        >
          Done
        </Button>
      </SecretOnce>
    );
  }
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS} />
      <ul className="list-disc pl-5">
        {secrets.map(({ hint, created_at, expires_at }) => (
          <li key={`${hint} ${created_at}`}>
            ends in <code className="font-mono">{hint}</code>, made {formatInstant(created_at, zone)}
            {expires_at ? (
              <strong>, being replaced, signs along until {formatInstant(expires_at, zone)}</strong>
            ) : null}
          </li>
        ))}
      </ul>
      <SelectField
        id="overlap"
        name="overlap"
        label="The secret in use goes on signing"
        options={OVERLAPS}
        defaultValue={String(DEFAULT_OVERLAP_HOURS)}
        className="max-w-64"
        error={at('/overlap_hours')}
      />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Replacing' : 'Make a new secret'}
      </Button>
    </form>
  );
}
