'use client';
/** A new key with the same permissions. Both work for a while, so that the system can switch over. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useSubmit } from '../../client/use-submit';
import { isolate } from '../../format/isolate';
import { DEFAULT_OVERLAP, OVERLAPS } from '../secrets/overlaps';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { SecretOnce } from '../../secrets/secret-once';
import { SelectField } from '../../ui/select-field';
import { inDays, lifeChoices, suggestedLife } from './lifetime';

const FIELDS = defineFields({
  overlap: {
    pointer: '/overlap_hours',
    label: 'Validity of the old key',
    className: 'w-64',
  },
  lifetime: {
    pointer: '/expires_at',
    label: 'New key lifetime',
    className: 'w-64',
  },
});

/** The facts above are from before the rotation: reading them again would remove the new key. */
const OLD_KEY = Object.fromEntries(
  OVERLAPS.map(({ value, label }) => [
    value,
    value === '0' ? 'The old key no longer works.' : `The old key works for ${label} from now.`,
  ]),
);

export function RotateKey({ id, name, maxDays }: { id: string; name: string; maxDays: number | null }) {
  const router = useRouter();
  const [made, setMade] = useState<ApiKey | null>(null);
  const [overlapChosen, setOverlapChosen] = useState(DEFAULT_OVERLAP);
  const { form, busy, pending, error } = useSubmit((data) => {
    const { overlap, lifetime } = FIELDS.read(data);
    setOverlapChosen(overlap ?? DEFAULT_OVERLAP);
    return api.apiKeys.rotateApiKey.mutate({
      id,
      overlap_hours: Number(overlap ?? DEFAULT_OVERLAP),
      expires_at: inDays(lifetime),
    });
  }, setMade);
  const { field } = FIELDS.controls(error);

  if (made) {
    return (
      <SecretOnce
        title={`New key for “${isolate(name)}”`}
        label="API key"
        value={made.key ?? ''}
        next="Go to new key"
        more={<p>{OLD_KEY[overlapChosen]}</p>}
      >
        <Button
          onClick={() => {
            router.push(`/admin/api-keys/${made.id}`);
            router.refresh();
          }}
        >
          Go to new key
        </Button>
      </SecretOnce>
    );
  }
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <p className="max-w-2xl">The new key has the same permissions, addresses and rate limit.</p>
      <div className="flex flex-wrap gap-4">
        <SelectField {...field('overlap')} options={OVERLAPS} defaultValue={DEFAULT_OVERLAP} />
        <SelectField
          {...field('lifetime')}
          options={lifeChoices(maxDays)}
          defaultValue={suggestedLife(maxDays)}
        />
      </div>
      <Button type="submit" weight="secondary" disabled={busy}>
        {pending ? 'Rotating' : 'Rotate key'}
      </Button>
    </form>
  );
}
