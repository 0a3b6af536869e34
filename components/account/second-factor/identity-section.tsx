'use client';
/** Links the account of the organization's identity provider to the user. */
import { useFormat } from '#format';
import type { OwnIdentity } from '@/server/domain/single-sign-on/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { leaveForSignOn } from '../../client/session-client';
import { SectionHeading } from '../../ui/page-heading';

export function IdentitySection({ identity }: { identity: OwnIdentity }) {
  const format = useFormat();

  return (
    <section aria-labelledby="single-sign-on">
      <SectionHeading id="single-sign-on" title="Single sign-on" />
      {identity.linked_at ? (
        <p>Linked to your account of the organization since {format.instant(identity.linked_at)}.</p>
      ) : (
        <div className="space-y-3">
          <p>Link your account of the organization, to sign in with it.</p>
          <ActionButton
            label="Link account"
            run={async () => {
              const { organization } = await api.singleSignOn.beginIdentityLink.mutate({});
              await leaveForSignOn(organization, '/account/security');
            }}
            done={() => undefined}
          />
        </div>
      )}
    </section>
  );
}
