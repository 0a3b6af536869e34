'use client';
/** Domains whose addresses lead to the provider, each proven by a DNS record. */
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { SingleSignOn } from '@/server/domain/single-sign-on/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyField } from '../../ui/copy-field';
import { ErrorSummary } from '../../ui/error-summary';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';

const FIELDS = defineFields({
  domain: {
    pointer: '/domain',
    label: 'Email domain',
    hint: 'For example hospital.example. Subdomains are added separately.',
    required: true,
    maxLength: 190,
    spellCheck: false,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
});

export function EmailDomains({ domains }: Pick<SingleSignOn, 'domains'>) {
  const router = useRouter();
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(
    (data) => {
      const input = { domain: FIELDS.read(data).domain ?? '' };
      return submission.send((options) => api.singleSignOn.addIdentityDomain.mutate(input, options));
    },
    () => {
      showToast('Domain added. Publish its DNS record, then check it.');
      router.refresh();
    },
  );
  return (
    <div className="space-y-5">
      <p>Users of a verified domain can start single sign-on with their email address.</p>
      {domains.length === 0 ? <p className="text-ink-2">No domains yet.</p> : null}
      <ul className="space-y-5">
        {domains.map((one) => (
          <li key={one.domain} className="border-l-4 border-line pl-4">
            <Domain {...one} />
          </li>
        ))}
      </ul>
      <form method="post" {...form} className="space-y-3">
        <ErrorSummary error={error} fields={FIELDS.places} />
        <TextField {...FIELDS.controls(error).field('domain')} autoCapitalize="none" />
        <Button type="submit" disabled={busy} weight="secondary">
          {pending ? 'Adding' : 'Add domain'}
        </Button>
      </form>
    </div>
  );
}

function Domain({ domain, record_name, record_value, verified_at }: SingleSignOn['domains'][number]) {
  const format = useFormat();
  const router = useRouter();
  return (
    <div className="space-y-3">
      <p>
        <strong className="wrap-anywhere">{domain}</strong>{' '}
        {verified_at ? `Verified ${format.instant(verified_at)}.` : 'Not verified. Publish this DNS record:'}
      </p>
      {verified_at ? null : (
        <>
          <CopyField id={`name-${domain}`} label="Name (type TXT)" value={record_name} />
          <CopyField id={`value-${domain}`} label="Value" value={record_value} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {verified_at ? null : (
          <ActionButton
            label="Check now"
            name={`Check ${domain} now`}
            done={`${domain} is verified.`}
            explain={({ code, detail, sentence }) => (code === 'invalid_state' && detail ? detail : sentence)}
            run={() => api.singleSignOn.verifyIdentityDomain.mutate({ domain })}
          />
        )}
        <ConfirmDialog
          opener={{ label: 'Remove', name: `Remove ${domain}`, weight: 'secondary' }}
          title={`Remove ${domain}?`}
          confirm="Remove domain"
          isDestructive
          onConfirm={() => api.singleSignOn.removeIdentityDomain.mutate({ domain })}
          done={() => {
            showToast('Domain removed.');
            router.refresh();
          }}
        >
          <p>Its addresses no longer lead to the provider. Members who are linked stay linked.</p>
        </ConfirmDialog>
      </div>
    </div>
  );
}
