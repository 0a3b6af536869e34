'use client';
/** Goes to the provider and back, without signing in, and shows what happened. */
import { useEffect, useRef } from 'react';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { useFormat } from '#format';
import type { SingleSignOn } from '@/server/domain/single-sign-on/contract';
import { FAILURES } from '@/server/domain/single-sign-on/rules';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { leaveForSignOn } from '../../client/session-client';
import { Fact } from '../../ui/facts';
import { Notice } from '../../ui/notice';

type Provider = NonNullable<SingleSignOn['provider']>;
type Test = NonNullable<Provider['last_test']>;

/** In the session storage: when the last test before this one was, while the browser is at the provider. */
const STARTED = 'single-sign-on-test';
const NEVER = 'never';

export function TestProvider({ provider }: { provider: Provider | null }) {
  if (!provider) return <p className="text-ink-2">Enter the provider details first.</p>;

  const test = provider.last_test;
  return (
    <div className="space-y-4">
      <p>You sign in at the provider with your own account. Your session here does not change.</p>
      {test ? <Outcome test={test} /> : <p className="text-ink-2">Not tested with these settings.</p>}
      <ActionButton
        label="Run test"
        run={async () => {
          const { organization } = await api.singleSignOn.beginSignOnTest.mutate({});
          sessionStorage.setItem(STARTED, test?.at ?? NEVER);
          await leaveForSignOn(organization, '/admin/single-sign-on');
        }}
        done={() => undefined}
      />
    </div>
  );
}

function Outcome({ test }: { test: Test }) {
  const format = useFormat();
  const { at, reason, received } = test;
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = sessionStorage.getItem(STARTED);
    sessionStorage.removeItem(STARTED);
    const shown = outcome.current;
    if (before === null || before === at || !shown) return;
    // The page that returns from the provider opens at its top, and a passed test is folded.
    shown.closest('details')!.open = true;
    shown.focus({ preventScroll: true });
    shown.scrollIntoView({ block: 'start' });
  }, [at]);
  return (
    <div ref={outcome} role="group" aria-label="Test result" tabIndex={-1} className="space-y-3">
      <Notice
        kind={reason === null ? 'success' : 'problem'}
        word={reason === null ? 'Test succeeded' : FAILURES[reason].title}
      >
        {reason === null ? 'A sign-in would succeed.' : FAILURES[reason].admin}{' '}
        {test.detail ? <bdi className="wrap-anywhere">{test.detail}</bdi> : null}
        <p className="text-sm text-ink-2">{format.instant(at)}</p>
      </Notice>
      {test.error ? (
        <p className="wrap-anywhere">
          The provider sent <code className="font-mono">{test.error}</code>
          {test.error_description ? (
            <>
              : <bdi>{test.error_description}</bdi>
            </>
          ) : null}
        </p>
      ) : null}
      {received ? (
        <dl className="grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2">
          <Fact label="Subject">{received.subject}</Fact>
          <Fact label="Email">
            {received.email ?? 'Not sent'}
            {received.email_verified === false ? ' (unverified)' : ''}
          </Fact>
          <Fact label="Groups">{received.groups.join(', ') || 'None'}</Fact>
          <Fact label="Role by groups">{received.role ? ROLE_WORDS[received.role] : 'None'}</Fact>
          <Fact label="Second factor">{received.second_factor ? 'Reported' : 'Not reported'}</Fact>
          <Fact label="Refresh token">
            {received.refresh_token ? 'Sent' : 'Not sent: open sessions cannot be checked'}
          </Fact>
        </dl>
      ) : null}
    </div>
  );
}
