'use client';
/** On the lock page: why the session ended, who was signed in, and what signing in restores. */
import { useSyncExternalStore } from 'react';
import { lastEnd, lastPerson } from './return-place';
import type { EndReason } from './tabs';

const never = () => () => undefined;

const REASONS: Readonly<Record<EndReason, string>> = {
  idle: 'The session ended because there was no activity.',
  expired: 'The session reached its maximum length.',
  signed_out: 'You signed out in another tab.',
  ended: 'The session was ended on another device or by an administrator.',
  other_user: 'Another user signed in with this browser.',
};

export function LastPerson() {
  const name = useSyncExternalStore(never, lastPerson, () => null);
  const reason = useSyncExternalStore(never, lastEnd, () => null);
  return (
    <p className="mb-5">
      {reason ? `${REASONS[reason]} ` : null}
      {name ? (
        <>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          was signed in. Sign in to continue where you left off. Unsaved forms are restored.
        </>
      ) : (
        'Sign in to continue.'
      )}
    </p>
  );
}
