'use client';
/** Whose application it is: a host name, a line to publish there, and a check. */
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';

const FIELDS: readonly FieldPlace[] = [['/domain', 'domain']];

export function AppDomain({ app }: { app: Pick<OauthApp, 'id' | 'domain'> }) {
  const format = useFormat();
  const router = useRouter();
  const { id, domain } = app;
  const { form, busy, pending, error, at } = useSubmit(
    (data) => api.oauthApps.setOauthAppDomain.mutate({ id, domain: valueOf(data, 'domain') }),
    () => {
      announce('Host name saved.');
      router.refresh();
    },
  );
  return (
    <div className="max-w-3xl space-y-4">
      <p>
        {domain?.verified_at ? (
          <>
            <strong>{domain.host}</strong> was found to be theirs on {format.instant(domain.verified_at)}.
            People see it when they are asked for their consent.
          </>
        ) : (
          'Nobody has shown who made it, and people are told so. A host name is shown to them once its owners have published a line there.'
        )}
      </p>
      <form method="post" {...form} className="space-y-3">
        <ErrorSummary error={error} fields={FIELDS} />
        <TextField
          id="domain"
          name="domain"
          label="Host name of its makers"
          hint="app.example.org. Another one has to be verified anew; empty takes it away."
          optional
          defaultValue={domain?.host ?? ''}
          maxLength={253}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className="max-w-xl"
          error={at('/domain')}
        />
        <Button type="submit" disabled={busy} weight="secondary">
          {pending ? 'Saving' : 'Save host name'}
        </Button>
      </form>
      {domain ? (
        <div className="space-y-3">
          <CopyField id="proof-url" label="They publish at" value={domain.proof_url} />
          <CopyField id="proof-text" label="exactly this line" value={domain.proof_text} />
          <ActionButton
            label="Check now"
            done={`${domain.host} is verified.`}
            run={() => api.oauthApps.checkOauthAppDomain.mutate({ id })}
          />
        </div>
      ) : null}
    </div>
  );
}
