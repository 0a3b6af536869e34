'use client';

import { useRouter } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import type { CreateOauthAppInput, OauthApp } from '@/server/domain/oauth-apps/contract';
import { APP_KINDS, type AppKind } from '@/server/domain/oauth-apps/rules';
import { api } from '../../client/client';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { ScopeTable, type ScopeRow } from '../api-keys/scope-table';
import { isolate } from '../../format/isolate';
import { FormActions } from '../../ui/form-actions';
import { CopyField } from '../../ui/copy-field';
import { CreatedHeading } from '../../ui/created-heading';
import { ErrorSummary } from '../../ui/error-summary';
import { LinkButton } from '../../ui/link-button';
import { SecretOnce } from '../../secrets/secret-once';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { appFields } from './app-fields';
import { KIND_WORDS, METHOD_WORDS } from './app-words';
import { assertApp, readAddresses, RedirectField } from './redirect-field';

const METHODS = (['client_secret_basic', 'client_secret_post'] as const).map((value) => ({
  value,
  label: METHOD_WORDS[value],
}));

interface NewAppFormProps {
  /** Replaced once the application is registered. */
  heading: ReactNode;
  scopes: readonly ScopeRow[];
}

export function NewAppForm({ heading, scopes }: NewAppFormProps) {
  const router = useRouter();
  const [kind, setKind] = useState<AppKind>('confidential');
  const [created, setCreated] = useState<OauthApp | null>(null);
  const [changed, setChanged] = useState(false);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(
    (data) => {
      const chosen = data.getAll('scopes').map(String) as CreateOauthAppInput['scopes'];
      const typed = appFields.read(data);
      assertApp(typed, kind, chosen);
      const { name, auth_method: method, redirects } = typed;
      const input = {
        name: name ?? '',
        kind,
        ...(kind === 'confidential' && method === 'client_secret_post'
          ? { auth_method: 'client_secret_post' as const }
          : {}),
        redirect_uris: readAddresses(redirects),
        scopes: chosen,
      };
      return submission.send((options) => api.oauthApps.createOauthApp.mutate(input, options));
    },
    (app) => {
      if (app.kind === 'confidential') return setCreated(app);
      showToast(`“${isolate(app.name)}” is registered.`);
      router.push(`/admin/apps/${app.id}`);
      router.refresh();
    },
  );

  const { field } = appFields.controls(error);

  if (created) return <Created app={created} />;
  return (
    <>
      <UnsavedGuard active={changed} />
      {heading}
      <form method="post" {...form} onInput={() => setChanged(true)} className="max-w-4xl space-y-5">
        <ErrorSummary error={error} fields={appFields.places} />
        <TextField {...field('name')} />
        <fieldset id="kind">
          <legend className="font-semibold">Type</legend>
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
          <SelectField {...field('auth_method')} options={METHODS} defaultValue="client_secret_basic" />
        ) : null}
        <RedirectField kind={kind} field={field('redirects')} />
        <ScopeTable scopes={scopes} error={field('scopes').error} />
        <FormActions
          label="Register application"
          pendingLabel="Registering"
          pending={pending}
          busy={busy}
          cancelHref="/admin/apps"
          does="register"
        />
      </form>
    </>
  );
}

function Created({ app }: { app: OauthApp }) {
  return (
    <>
      <CreatedHeading title="Application registered" />
      <div className="mb-6 max-w-3xl">
        <CopyField id="client-id" label="Client ID (not secret)" value={app.client_id} />
      </div>
      <SecretOnce
        title={`Secret for “${isolate(app.name)}”`}
        label="Client secret"
        value={app.client_secret}
        lost="Rotate the secret on the page of the application."
        next="Go to application"
      >
        <LinkButton href={`/admin/apps/${app.id}`}>Go to application</LinkButton>
      </SecretOnce>
    </>
  );
}
