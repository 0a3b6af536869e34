'use client';
/** On the lock page: why the session ended, who was signed in, and what signing in restores. */
import { useRouter } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { lastEnd, lastPerson, lastUserId } from './return-place';
import { END_SENTENCES, openChannel } from './tabs';

/** The URL at which the session of this tab ended, for the same user. */
const RESUME = '/resume';

const never = () => () => undefined;

interface LastPersonProps {
  /** `usr_…` of the user who is signed in with this browser, such as in another tab. */
  signedIn: string | null;
  /** The page already has the reason. */
  isExplained: boolean;
}

export function LastPerson({ signedIn, isExplained }: LastPersonProps) {
  const name = useSyncExternalStore(never, lastPerson, () => null);
  const end = useSyncExternalStore(never, lastEnd, () => null);
  const reason = isExplained ? null : end;
  const user = useSyncExternalStore(never, lastUserId, () => null);
  useSignedInElsewhere(signedIn);
  const isBack = user !== null && user === signedIn;
  useEffect(() => {
    if (isBack) window.location.replace(RESUME);
  }, [isBack]);
  const isOther = user !== null && signedIn !== null && !isBack;
  return (
    <p className="mb-5">
      {isOther ? 'Another user is signed in with this browser. Their pages close when you sign in. ' : null}
      {reason && !(isOther && reason === 'other_user') ? `${END_SENTENCES[reason]} ` : null}
      {name ? (
        <>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          was signed in. Sign in to continue where you left off. Most unsaved forms are restored.
        </>
      ) : (
        'Sign in to continue.'
      )}
    </p>
  );
}

/** Renders the page again when a user may have signed in or out in another tab: the server decides who is signed in. */
function useSignedInElsewhere(signedIn: string | null): void {
  const router = useRouter();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    const restored = (event: PageTransitionEvent) => event.persisted && look();
    const channel = openChannel((message) => {
      const user = message.kind === 'alive' ? message.person : null;
      if (user !== signedIn) router.refresh();
    });
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', restored);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', restored);
      channel?.close();
    };
  }, [router, signedIn]);
}
