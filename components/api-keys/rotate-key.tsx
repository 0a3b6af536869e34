'use client';
/** A new key in the place of this one: both work for a while, so that the system can be changed over in peace. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { useSubmit } from '../api/use-submit';
import { isolate } from '../format/isolate';
import { DEFAULT_OVERLAP, OVERLAPS } from '../secrets/overlaps';
import { Button } from '../ui/button';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { SecretOnce } from '../ui/secret-once';
import { SelectField } from '../ui/select-field';
import { inDays, lifeChoices, suggestedLife } from './lifetime';

const FIELDS: readonly FieldPlace[] = [
  ['/overlap_hours', 'overlap', 'Overlap'],
  ['/expires_at', 'lifetime', 'Expiry'],
];

export function RotateKey({ id, name, maxDays }: { id: string; name: string; maxDays: number | null }) {
  const router = useRouter();
  const [made, setMade] = useState<ApiKey | null>(null);
  const { form, busy, pending, error, at } = useSubmit(
    (data) =>
      api.apiKeys.rotateApiKey.mutate({
        id,
        overlap_hours: Number(valueOf(data, 'overlap') ?? DEFAULT_OVERLAP),
        expires_at: inDays(valueOf(data, 'lifetime')),
      }),
    setMade,
  );

  if (made) {
    return (
      <SecretOnce title={`New key for “${isolate(name)}”`} label="API key" value={made.key ?? ''}>
        <Button
          onClick={() => {
            router.push(`/admin/api-keys/${made.id}`);
            router.refresh();
          }}
        >
          Go to the new key
        </Button>
      </SecretOnce>
    );
  }
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS} />
      <p className="max-w-2xl">
        The new key has the same rights, addresses and limit. This one goes on working for as long as you
        choose, and never longer than until its own end.
      </p>
      <div className="flex flex-wrap gap-4">
        <SelectField
          id="overlap"
          name="overlap"
          label="This key goes on working"
          options={OVERLAPS}
          defaultValue={DEFAULT_OVERLAP}
          className="w-64"
          error={at('/overlap_hours')}
        />
        <SelectField
          id="lifetime"
          name="lifetime"
          label="The new key expires after"
          options={lifeChoices(maxDays)}
          defaultValue={suggestedLife(maxDays)}
          className="w-64"
          error={at('/expires_at')}
        />
      </div>
      <Button type="submit" disabled={busy}>
        {pending ? 'Replacing' : 'Replace this key'}
      </Button>
    </form>
  );
}
