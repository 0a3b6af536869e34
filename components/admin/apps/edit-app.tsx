'use client';
/** Name, addresses and rights of an application. What is taken away holds for tokens that are out already. */
import { useRouter } from 'next/navigation';
import type { CreateOauthAppInput, OauthApp } from '@/server/domain/oauth-apps/contract';
import { api } from '../../client/client';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { ScopeTable, type ScopeRow } from '../api-keys/scope-table';
import { Button } from '../../ui/button';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';
import { readAddresses, RedirectField } from './redirect-field';

const FIELDS: readonly FieldPlace[] = [
  ['/name', 'name'],
  ['/redirect_uris', 'redirects'],
  ['/scopes', 'scopes'],
];

const equal = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

export function EditApp({ app, scopes }: { app: OauthApp; scopes: readonly ScopeRow[] }) {
  const router = useRouter();
  const { form, busy, pending, error, at } = useSubmit(
    (data) => {
      const name = valueOf(data, 'name') ?? '';
      const addresses = readAddresses(valueOf(data, 'redirects'));
      const chosen = data.getAll('scopes').map(String) as CreateOauthAppInput['scopes'];
      // Only what is different: a change of name or addresses asks everybody for their consent again.
      return api.oauthApps.updateOauthApp.mutate({
        id: app.id,
        ...(name === app.name ? {} : { name }),
        ...(equal(addresses, app.redirect_uris) ? {} : { redirect_uris: addresses }),
        ...(equal(chosen, app.scopes) ? {} : { scopes: chosen }),
      });
    },
    () => {
      announce('Application changed.');
      router.refresh();
    },
  );
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS} />
      <p className="max-w-2xl">
        After a change of name or addresses everybody is asked for their consent again. Rights that are taken
        away end at once, for everybody.
      </p>
      <TextField
        id="name"
        name="name"
        label="Name"
        defaultValue={app.name}
        required
        maxLength={100}
        autoComplete="off"
        className="max-w-xl"
        error={at('/name')}
      />
      <RedirectField kind={app.kind} addresses={app.redirect_uris} error={at('/redirect_uris')} />
      <ScopeTable
        title="What it may ask people for"
        scopes={scopes}
        chosen={app.scopes}
        error={at('/scopes')}
      />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save changes'}
      </Button>
    </form>
  );
}
