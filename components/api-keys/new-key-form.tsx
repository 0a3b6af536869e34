'use client';
/** A new API key: name, rights, lifetime; afterwards the key, shown this once. */
import { useState } from 'react';
import type { ApiKey, CreateApiKeyInput } from '@/server/domain/api-keys/contract';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { useSubmit } from '../api/use-submit';
import { Button } from '../ui/button';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import type { Problem } from '../ui/error-message';
import { LinkButton } from '../ui/link-button';
import { SecretOnce } from '../ui/secret-once';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { ScopeTable, type ScopeRow } from './scope-table';

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '365 days' },
];
const FIELDS: readonly FieldPlace[] = [
  ['/name', 'name', 'Name'],
  ['/scopes', 'scopes', 'Rights'],
  ['/expires_at', 'lifetime', 'Expiry'],
];

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

export function NewKeyForm({ scopes }: { scopes: readonly ScopeRow[] }) {
  const [created, setCreated] = useState<ApiKey | null>(null);
  const { form, busy, pending, error, at } = useSubmit((data) => {
    const chosen = data.getAll('scopes').map(String) as CreateApiKeyInput['scopes'];
    if (chosen.length === 0) {
      const errors = [{ pointer: '/scopes', code: 'required', message: 'Choose at least one right.' }];
      throw { code: 'validation_failed', errors } satisfies Problem;
    }
    return api.apiKeys.createApiKey.mutate({
      name: valueOf(data, 'name') ?? '',
      scopes: chosen,
      expires_at: inDays(Number(valueOf(data, 'lifetime') ?? '90')),
    });
  }, setCreated);

  if (created) {
    return (
      <SecretOnce title={`Key “${created.name}” created`} label="API key" value={created.key ?? ''}>
        <LinkButton href="/admin/api-keys">Go to the keys</LinkButton>
      </SecretOnce>
    );
  }
  return (
    <form method="post" {...form} className="max-w-4xl space-y-5">
      <ErrorSummary error={error} fields={FIELDS} />
      <TextField
        id="name"
        name="name"
        label="Name"
        hint="Which system uses the key, and what for"
        required
        maxLength={100}
        autoComplete="off"
        className="max-w-xl"
        error={at('/name')}
      />
      <ScopeTable scopes={scopes} error={at('/scopes')} />
      <SelectField
        id="lifetime"
        name="lifetime"
        label="Expires after"
        options={LIFETIMES}
        defaultValue="90"
        className="max-w-64"
        error={at('/expires_at')}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Creating' : 'Create key'}
        </Button>
        <LinkButton href="/admin/api-keys" weight="secondary">
          Cancel
        </LinkButton>
        <span className="text-sm text-ink-2 pointer-coarse:hidden">Ctrl+Enter creates</span>
      </div>
    </form>
  );
}
