'use client';
/** A new API key: name, purpose, rights, lifetime, addresses; afterwards the key, shown this once. */
import { useState } from 'react';
import type { ApiKey, CreateApiKeyInput } from '@/server/domain/api-keys/contract';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { useSubmit } from '../api/use-submit';
import { isolate } from '../format/isolate';
import { Button } from '../ui/button';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import type { Problem } from '../ui/error-message';
import { LinkButton } from '../ui/link-button';
import { SecretOnce } from '../ui/secret-once';
import { SelectField } from '../ui/select-field';
import { LimitFields, NameFields } from './key-fields';
import { readEntries } from './key-words';
import { inDays, lifeChoices, suggestedLife } from './lifetime';
import { ScopeTable, type ScopeRow } from './scope-table';

const FIELDS: readonly FieldPlace[] = [
  ['/name', 'name', 'Name'],
  ['/purpose', 'purpose', 'Purpose'],
  ['/scopes', 'scopes', 'Rights'],
  ['/expires_at', 'lifetime', 'Expiry'],
  ['/ip_allow_list', 'addresses', 'Address'],
  ['/rate_limit', 'rate-limit', 'Requests per minute'],
];

interface NewKeyFormProps {
  scopes: readonly ScopeRow[];
  /** Longest life that the organisation allows; null: any. */
  maxDays: number | null;
}

export function NewKeyForm({ scopes, maxDays }: NewKeyFormProps) {
  const [created, setCreated] = useState<ApiKey | null>(null);
  const { form, busy, pending, error, at } = useSubmit((data) => {
    const chosen = data.getAll('scopes').map(String) as CreateApiKeyInput['scopes'];
    if (chosen.length === 0) {
      const errors = [{ pointer: '/scopes', code: 'required', message: 'Choose at least one right.' }];
      throw { code: 'validation_failed', errors } satisfies Problem;
    }
    const rateLimit = valueOf(data, 'rate_limit');
    return api.apiKeys.createApiKey.mutate({
      name: valueOf(data, 'name') ?? '',
      purpose: valueOf(data, 'purpose'),
      scopes: chosen,
      expires_at: inDays(valueOf(data, 'lifetime')),
      ip_allow_list: readEntries(valueOf(data, 'addresses')),
      rate_limit: rateLimit === null ? null : Number(rateLimit),
    });
  }, setCreated);

  if (created) {
    return (
      <SecretOnce title={`Key “${isolate(created.name)}” created`} label="API key" value={created.key ?? ''}>
        <LinkButton href="/admin/api-keys">Go to the keys</LinkButton>
      </SecretOnce>
    );
  }
  return (
    <form method="post" {...form} className="max-w-4xl space-y-5">
      <ErrorSummary error={error} fields={FIELDS} />
      <NameFields at={at} />
      <ScopeTable scopes={scopes} error={at('/scopes')} />
      <SelectField
        id="lifetime"
        name="lifetime"
        label="Expires after"
        {...(maxDays === null ? {} : { hint: `Your organisation allows at most ${maxDays} days.` })}
        options={lifeChoices(maxDays)}
        defaultValue={suggestedLife(maxDays)}
        className="max-w-64"
        error={at('/expires_at')}
      />
      <LimitFields at={at} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Creating' : 'Create key'}
        </Button>
        <LinkButton href="/admin/api-keys" weight="secondary">
          Cancel
        </LinkButton>
        <span className="hidden text-sm text-ink-2 keys:inline">Ctrl+Enter creates</span>
      </div>
    </form>
  );
}
