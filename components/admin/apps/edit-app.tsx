'use client';
/** Removed permissions also apply to tokens that were already issued. */
import { useRouter } from 'next/navigation';
import type { CreateOauthAppInput, OauthApp } from '@/server/domain/oauth-apps/contract';
import { api, onlyIf } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { ScopeTable, type ScopeRow } from '../api-keys/scope-table';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { showToast } from '../../ui/toast';
import { TextField } from '../../ui/text-field';
import { appFields } from './app-fields';
import { assertApp, readAddresses, RedirectField } from './redirect-field';

const equal = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

export function EditApp({ app, scopes }: { app: OauthApp; scopes: readonly ScopeRow[] }) {
  const router = useRouter();
  const { form, busy, pending, error } = useSubmit(
    (data) => {
      const typed = appFields.read(data);
      const name = typed.name ?? '';
      const addresses = readAddresses(typed.redirects);
      const chosen = data.getAll('scopes').map(String) as CreateOauthAppInput['scopes'];
      assertApp(typed, app.kind, chosen);
      // Changes only: a new name or new URIs require consent again.
      return api.oauthApps.updateOauthApp.mutate(
        {
          id: app.id,
          ...(name === app.name ? {} : { name }),
          ...(equal(addresses, app.redirect_uris) ? {} : { redirect_uris: addresses }),
          ...(equal(chosen, app.scopes) ? {} : { scopes: chosen }),
        },
        onlyIf(app.version),
      );
    },
    () => {
      showToast('Application updated.');
      router.refresh();
    },
  );
  const { field } = appFields.controls(error);
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={appFields.places} />
      <p className="max-w-2xl">
        Changing the name or redirect URIs requires new consent from all users. Removed permissions end
        immediately.
      </p>
      <TextField {...field('name')} defaultValue={app.name} />
      <RedirectField kind={app.kind} addresses={app.redirect_uris} field={field('redirects')} />
      <ScopeTable scopes={scopes} chosen={app.scopes} error={field('scopes').error} />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
