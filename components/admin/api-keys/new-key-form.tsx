'use client';

import { useState, type ReactNode } from 'react';
import type { ApiKey, CreateApiKeyInput } from '@/server/domain/api-keys/contract';
import { api } from '../../client/client';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { isolate } from '../../format/isolate';
import { CreatedHeading } from '../../ui/created-heading';
import { FormActions } from '../../ui/form-actions';
import { ErrorSummary } from '../../ui/error-summary';
import { LinkButton } from '../../ui/link-button';
import { SecretOnce } from '../../secrets/secret-once';
import { SelectField } from '../../ui/select-field';
import { FirstRequest } from './first-request';
import { keyFields, LimitFields, NameFields } from './key-fields';
import { readEntries } from './key-words';
import { inDays, lifeChoices, suggestedLife } from './lifetime';
import { ScopeTable, type ScopeRow } from './scope-table';

interface NewKeyFormProps {
  /** Replaced once the key is created. */
  heading: ReactNode;
  scopes: readonly ScopeRow[];
  /** Longest lifetime that the organization allows; null for any. */
  maxDays: number | null;
}

export function NewKeyForm({ heading, scopes, maxDays }: NewKeyFormProps) {
  const [created, setCreated] = useState<ApiKey | null>(null);
  const [changed, setChanged] = useState(false);
  const [opened] = useState(Date.now);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit((data) => {
    const chosen = data.getAll('scopes').map(String) as CreateApiKeyInput['scopes'];
    const { name, purpose, lifetime, addresses, rate_limit: rateLimit } = keyFields.read(data);
    const input = {
      name: name ?? '',
      purpose,
      scopes: chosen,
      expires_at: inDays(lifetime, opened),
      ip_allow_list: readEntries(addresses),
      rate_limit: rateLimit === null ? null : Number(rateLimit),
    };
    return submission.send((options) => api.apiKeys.createApiKey.mutate(input, options));
  }, setCreated);
  const { field } = keyFields.controls(error);

  if (created) {
    return (
      <>
        <CreatedHeading parent={{ href: '/admin/api-keys', label: 'API keys' }} title="API key created" />
        <SecretOnce
          title={`Key for “${isolate(created.name)}”`}
          label="API key"
          value={created.key}
          lost="Rotate the key, or revoke it and create another one."
          next="Go to API keys"
        >
          {created.key ? (
            <LinkButton href="/admin/api-keys">Go to API keys</LinkButton>
          ) : (
            <LinkButton href={`/admin/api-keys/${created.id}`}>Go to key</LinkButton>
          )}
        </SecretOnce>
        {created.key ? <FirstRequest apiKey={created} /> : null}
      </>
    );
  }
  return (
    <>
      <UnsavedGuard active={changed} />
      {heading}
      <form method="post" {...form} onInput={() => setChanged(true)} className="max-w-4xl space-y-5">
        <ErrorSummary error={error} fields={keyFields.places} />
        <NameFields field={field} />
        <ScopeTable scopes={scopes} error={field('scopes').error} />
        <SelectField
          {...field('lifetime')}
          {...(maxDays === null ? {} : { hint: `At most ${maxDays} days in your organization.` })}
          options={lifeChoices(maxDays)}
          defaultValue={suggestedLife(maxDays)}
        />
        <LimitFields field={field} />
        <FormActions
          label="Create key"
          pendingLabel="Creating"
          pending={pending}
          busy={busy}
          cancelHref="/admin/api-keys"
          does="create"
        />
      </form>
    </>
  );
}
