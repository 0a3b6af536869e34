'use client';
/** Links the account of the organization's identity provider to the user. */
import { useState } from 'react';
import { useFormat } from '#format';
import type { OwnIdentity } from '@/server/domain/single-sign-on/contract';
import { api } from '../../client/client';
import { startSignOn } from '../../client/session-client';
import { Button } from '../../ui/button';
import { shownError } from '../../ui/error-message';
import { SectionHeading } from '../../ui/page-heading';

export function IdentitySection({ identity }: { identity: OwnIdentity }) {
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function link() {
    setPending(true);
    setProblem('');
    try {
      const { organization } = await api.singleSignOn.beginIdentityLink.mutate({});
      const url = await startSignOn(organization, '/account/security');
      if (url) return window.location.assign(url);
      setProblem('The sign-in could not be started.');
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
    }
    setPending(false);
  }

  return (
    <section aria-labelledby="single-sign-on">
      <SectionHeading id="single-sign-on" title="Single sign-on" />
      {identity.linked_at ? (
        <p>Linked to your account of the organization since {format.instant(identity.linked_at)}.</p>
      ) : (
        <div className="space-y-3">
          <p>Link your account of the organization, to sign in with it.</p>
          <span className="inline-flex flex-wrap items-center gap-2">
            <Button weight="secondary" disabled={pending} onClick={() => void link()}>
              {pending ? 'Starting' : 'Link account'}
            </Button>
            <span role="alert" className="font-semibold text-error empty:hidden">
              {problem}
            </span>
          </span>
        </div>
      )}
    </section>
  );
}
