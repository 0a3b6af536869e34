'use client';
/** A new key with the same permissions. Both work for a while, so that the system can switch over. */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useFormat } from '#format';
import type { ApiKey, ApiKeyWithOthers } from '@/server/domain/api-keys/contract';
import { keyEnding } from '@/server/domain/api-keys/rules';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { isolate } from '../../format/isolate';
import { DEFAULT_OVERLAP, OVERLAPS } from '../secrets/overlaps';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { SecretOnce } from '../../secrets/secret-once';
import { Fold } from '../../ui/fold';
import { SelectField } from '../../ui/select-field';
import { TextLink } from '../../ui/text-link';
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

interface RotateKeyProps {
  apiKey: Pick<ApiKey, 'id' | 'name'>;
  /** Not for a key that is over or already replaced. */
  possible: boolean;
  maxDays: number | null;
}

/** Always on the page, so that the new key stays when the page is loaded again with the end of the old one. */
export function RotateKey({ apiKey, possible, maxDays }: RotateKeyProps) {
  const [made, setMade] = useState<ApiKeyWithOthers | null>(null);
  if (made) return <NewKey name={apiKey.name} made={made} />;
  return possible ? (
    <Fold title="Rotate key" state="A new key with the same permissions">
      <RotateForm id={apiKey.id} maxDays={maxDays} done={setMade} />
    </Fold>
  ) : null;
}

function NewKey({ name, made }: { name: string; made: ApiKeyWithOthers }) {
  const format = useFormat();
  const router = useRouter();
  useEffect(() => router.refresh(), [router]);
  const { replaces: old } = made;
  return (
    <SecretOnce
      title={`New key for “${isolate(name)}”`}
      label="API key"
      value={made.key}
      lost="Open the new key and rotate it again. The old key keeps its end."
      next="Go to new key"
      more={
        old && (
          <p>
            The old key, ending in <span className="font-mono">{keyEnding(old.stub)}</span>,{' '}
            {old.expires_at && old.expires_at > made.created_at
              ? `works until ${format.instant(old.expires_at)}.`
              : 'no longer works.'}
          </p>
        )
      }
    >
      <Button onClick={() => router.push(`/admin/api-keys/${made.id}`)}>Go to new key</Button>
      <TextLink href="/admin/api-keys">Go to API keys</TextLink>
    </SecretOnce>
  );
}

interface RotateFormProps {
  id: string;
  maxDays: number | null;
  done: (made: ApiKeyWithOthers) => void;
}

function RotateForm({ id, maxDays, done }: RotateFormProps) {
  const [opened] = useState(Date.now);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit((data) => {
    const { overlap, lifetime } = FIELDS.read(data);
    const input = {
      id,
      overlap_hours: Number(overlap ?? DEFAULT_OVERLAP),
      expires_at: inDays(lifetime, opened),
    };
    return submission.send((options) => api.apiKeys.rotateApiKey.mutate(input, options));
  }, done);
  const { field } = FIELDS.controls(error);
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
