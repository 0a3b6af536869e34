'use client';
/** Registers an application; afterwards its client id and, where it has one, its secret, shown this once. */
import { useState } from 'react';
import type { CreateOauthAppInput, OauthApp } from '@/server/domain/oauth-apps/contract';
import { APP_KINDS, type AppKind } from '@/server/domain/oauth-apps/rules';
import { api } from '../../client/client';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { ScopeTable, type ScopeRow } from '../api-keys/scope-table';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import type { Problem } from '../../ui/error-message';
import { LinkButton } from '../../ui/link-button';
import { SecretOnce } from '../../ui/secret-once';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { KIND_WORDS, METHOD_WORDS } from './app-words';
import { readAddresses, RedirectField } from './redirect-field';

const FIELDS: readonly FieldPlace[] = [
  ['/name', 'name'],
  ['/kind', 'kind'],
  ['/auth_method', 'auth-method'],
  ['/redirect_uris', 'redirects'],
  ['/scopes', 'scopes'],
];
const METHODS = (['client_secret_basic', 'client_secret_post'] as const).map((value) => ({
  value,
  label: METHOD_WORDS[value],
}));

export function NewAppForm({ scopes }: { scopes: readonly ScopeRow[] }) {
  const [kind, setKind] = useState<AppKind>('confidential');
  const [created, setCreated] = useState<OauthApp | null>(null);
  const { form, busy, pending, error, at } = useSubmit((data) => {
    const chosen = data.getAll('scopes').map(String) as CreateOauthAppInput['scopes'];
    if (chosen.length === 0) {
      const errors = [{ pointer: '/scopes', code: 'required', message: 'Choose at least one right.' }];
      throw { code: 'validation_failed', errors } satisfies Problem;
    }
    const method = valueOf(data, 'auth_method');
    return api.oauthApps.createOauthApp.mutate({
      name: valueOf(data, 'name') ?? '',
      kind,
      ...(kind === 'confidential' && method === 'client_secret_post' ? { auth_method: method } : {}),
      redirect_uris: readAddresses(valueOf(data, 'redirects')),
      scopes: chosen,
    });
  }, setCreated);

  if (created) return <Created app={created} />;
  return (
    <form method="post" {...form} className="max-w-4xl space-y-5">
      <ErrorSummary error={error} fields={FIELDS} />
      <TextField
        id="name"
        name="name"
        label="Name"
        hint="As people will read it when they are asked for their consent"
        required
        maxLength={100}
        autoComplete="off"
        className="max-w-xl"
        error={at('/name')}
      />
      <fieldset id="kind">
        <legend className="font-semibold">Kind</legend>
        {APP_KINDS.map((value) => (
          <label
            key={value}
            htmlFor={`kind-${value}`}
            className="target flex min-h-8 items-start gap-2.5 py-1"
          >
            <input
              id={`kind-${value}`}
              type="radio"
              name="kind"
              value={value}
              checked={kind === value}
              onChange={() => setKind(value)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              {KIND_WORDS[value].label}
              <span className="block text-sm text-ink-2">{KIND_WORDS[value].detail}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {kind === 'confidential' ? (
        <SelectField
          id="auth-method"
          name="auth_method"
          label="It sends its secret"
          hint="Fixed for good; most libraries use the header."
          options={METHODS}
          defaultValue="client_secret_basic"
          className="max-w-md"
          error={at('/auth_method')}
        />
      ) : null}
      <RedirectField kind={kind} error={at('/redirect_uris')} />
      <ScopeTable title="What it may ask people for" scopes={scopes} error={at('/scopes')} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Registering' : 'Register application'}
        </Button>
        <LinkButton href="/admin/apps" weight="secondary">
          Cancel
        </LinkButton>
        <span className="hidden text-sm text-ink-2 keys:inline">Ctrl+Enter registers</span>
      </div>
    </form>
  );
}

function Created({ app }: { app: OauthApp }) {
  const onward = <LinkButton href={`/admin/apps/${app.id}`}>Go to the application</LinkButton>;
  return (
    <>
      <div className="mb-6 max-w-3xl">
        <CopyField id="client-id" label="Client id (not secret)" value={app.client_id} />
      </div>
      {app.client_secret ? (
        <SecretOnce
          title={`“${isolate(app.name)}” is registered`}
          label="Client secret"
          value={app.client_secret}
        >
          {onward}
        </SecretOnce>
      ) : (
        onward
      )}
    </>
  );
}
