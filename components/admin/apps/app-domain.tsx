'use client';
/** Verifies the publisher: a host name, a line to publish there, and a check. */
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { ErrorSummary } from '../../ui/error-summary';
import { showToast } from '../../ui/toast';
import { TextField } from '../../ui/text-field';

const FIELDS = defineFields({
  domain: {
    pointer: '/domain',
    label: 'Host name of the publisher',
    hint: 'For example app.example.org. A new host name must be verified again.',
    optional: true,
    maxLength: 253,
    spellCheck: false,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
});

export function AppDomain({ app }: { app: Pick<OauthApp, 'id' | 'domain'> }) {
  const format = useFormat();
  const router = useRouter();
  const { id, domain } = app;
  const { form, busy, pending, error } = useSubmit(
    (data) => api.oauthApps.setOauthAppDomain.mutate({ id, domain: FIELDS.read(data).domain }),
    () => {
      showToast('Host name saved.');
      router.refresh();
    },
  );
  const { field } = FIELDS.controls(error);
  return (
    <div className="max-w-3xl space-y-4">
      <p>
        {domain?.verified_at ? (
          <>
            <strong>{domain.host}</strong> verified {format.instant(domain.verified_at)}. The consent page
            shows it.
          </>
        ) : (
          'Not verified. The consent page shows a host name only after verification.'
        )}
      </p>
      <form method="post" {...form} className="space-y-3">
        <ErrorSummary error={error} fields={FIELDS.places} />
        <TextField {...field('domain')} defaultValue={domain?.host ?? ''} autoCapitalize="none" />
        <Button type="submit" disabled={busy} weight="secondary">
          {pending ? 'Saving' : 'Save host name'}
        </Button>
      </form>
      {domain ? (
        <div className="space-y-3">
          <CopyField id="proof-url" label="Publish at" value={domain.proof_url} />
          <CopyField id="proof-text" label="Exact text" value={domain.proof_text} />
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
