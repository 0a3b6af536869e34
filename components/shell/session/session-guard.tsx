'use client';
/** Wraps all content of the portal and removes it from the page when the session ends. */
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { api, background } from '../../client/client';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import { LinkButton } from '../../ui/link-button';
import { PRODUCT_NAME } from '../../ui/product-name';
import { askDrafts } from '../../client/drafts/drafts-event';
import { forgetUndismissed } from '../../inbox/undismissed';
import { IdleDialog } from './idle-dialog';
import { keepPlace } from './return-place';
import { OPEN, SessionWatch, type PageSession } from './session-watch';

const LOCKED = '/locked';
/** An unresponsive server must not delay the end of the session. */
const inTime = () => ({ signal: AbortSignal.timeout(10_000) });

export function SessionGuard({ page, children }: { page: PageSession; children: ReactNode }) {
  const [watch] = useState(
    () =>
      new SessionWatch(page, {
        ask: () => background.sessions.getSessionState.query({}, inTime()),
        extend: () => api.sessions.extendSession.mutate({}, inTime()),
        conceal: (hidden) => {
          document.documentElement.style.visibility = hidden ? 'hidden' : '';
        },
        saveDrafts: askDrafts,
        leave: (reason) => {
          keepPlace(page.person, page.personName, reason);
          forgetUndismissed();
          window.location.replace(LOCKED);
        },
      }),
  );
  useEffect(() => watch.start(), [watch]);
  const view = useSyncExternalStore(watch.subscribe, watch.view, () => OPEN);
  const over = view.kind === 'ended' || view.kind === 'switched';
  useEffect(() => {
    // The title names the patient.
    if (over) document.title = PRODUCT_NAME;
  }, [over]);

  if (view.kind === 'ended')
    return (
      <Over title="Session ended">
        <LinkButton href={LOCKED}>Sign in again</LinkButton>
      </Over>
    );
  if (view.kind === 'switched')
    return (
      <Over title={`This page is from ${isolate(page.organizationName)}`} sentence={view.sentence}>
        <Button onClick={() => window.location.assign('/patients')}>Go to patients</Button>
      </Over>
    );
  return (
    <>
      {children}
      <IdleDialog view={view} onStay={() => void watch.extend()} />
    </>
  );
}

function Over({ title, sentence, children }: { title: string; sentence?: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-lg px-4 py-10">
      <h1 className="mb-4 text-title font-semibold">{title}</h1>
      {sentence ? (
        <p role="alert" className="mb-5">
          {sentence}
        </p>
      ) : null}
      {children}
    </main>
  );
}
