'use client';
/** Signs out through next-auth, then loads the sign-in page from scratch, so that no patient data stays in memory. */
import type { FormEvent } from 'react';
import { forgetUndismissed } from '../inbox/undismissed';
import { csrfToken, postForm } from '../client/session-client';
import { notifyTabs } from './session/tabs';
import { Button } from '../ui/button';

async function signOut(event: FormEvent<HTMLFormElement>) {
  event.preventDefault();
  let next = '/sign-in?signed_out=1';
  try {
    const answer = await postForm('/api/auth/signout', {
      csrfToken: await csrfToken(),
      json: 'true',
      callbackUrl: next,
    });
    // After a single sign-on, the session at the identity provider ends too.
    next = ((await answer.json()) as { url?: string }).url ?? next;
  } finally {
    forgetUndismissed();
    notifyTabs({ kind: 'ended', reason: 'signed_out' });
    window.location.assign(next);
  }
}

export function SignOutForm() {
  return (
    <form action="/api/auth/signout" method="get" onSubmit={signOut}>
      <Button type="submit" weight="secondary" className="whitespace-nowrap">
        Sign out
      </Button>
    </form>
  );
}
