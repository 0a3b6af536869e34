'use client';
/** Removed permissions also apply to tokens that were already issued. */
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { CreateOauthAppInput, OauthApp } from '@/server/domain/oauth-apps/contract';
import { api, onlyIf } from '../../client/client';
import { SharedErrors } from '../../client/shared-errors';
import { changedFrom, useSharedForm } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { useSubmit } from '../../client/use-submit';
import { ScopeTable, type ScopeRow } from '../api-keys/scope-table';
import { Button } from '../../ui/button';
import { showToast } from '../../ui/toast';
import { TextField } from '../../ui/text-field';
import { appFields } from './app-fields';
import { assertApp, readAddresses, RedirectField } from './redirect-field';

const STORED = storedWords(appFields.places);

function read(data: FormData) {
  const { name, redirects } = appFields.read(data);
  return {
    name: name ?? '',
    redirect_uris: readAddresses(redirects),
    scopes: data.getAll('scopes').map(String) as CreateOauthAppInput['scopes'],
  };
}

export function EditApp({ app, scopes }: { app: OauthApp; scopes: readonly ScopeRow[] }) {
  const router = useRouter();
  const { id } = app;
  const formElement = useRef<HTMLFormElement>(null);
  const shared = useSharedForm<OauthApp>(app, {
    read: () => read(new FormData(formElement.current!)),
    load: () => api.oauthApps.getOauthApp.query({ id }),
  });
  const { base, values, round } = shared;
  const { form, busy, pending, error, setError } = useSubmit(
    (data) => {
      const wanted = read(data);
      assertApp(appFields.read(data), app.kind, wanted.scopes);
      // Changes only: a new name or new URIs require consent again.
      return api.oauthApps.updateOauthApp.mutate(
        { ...changedFrom<typeof wanted>(base, wanted), id },
        onlyIf(base.version),
      );
    },
    (saved) => {
      shared.saved(saved);
      showToast('Application updated.');
      router.refresh();
    },
  );
  const { field } = appFields.controls(error);
  return (
    <form ref={formElement} method="post" {...form} className="space-y-4">
      <SharedErrors
        shared={shared}
        error={error}
        clear={() => setError(null)}
        fields={appFields.places}
        words={STORED}
      />
      <p className="max-w-2xl">
        Changing the name or redirect URIs requires new consent from all users. Removed permissions end
        immediately.
      </p>
      <div key={round} className="space-y-4">
        <TextField {...field('name')} defaultValue={values.name} />
        <RedirectField kind={app.kind} addresses={values.redirect_uris} field={field('redirects')} />
        <ScopeTable scopes={scopes} chosen={values.scopes} error={field('scopes').error} />
      </div>
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
