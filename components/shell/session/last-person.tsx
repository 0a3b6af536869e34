'use client';
/** On the lock page: who was signed in, and what signing in restores. */
import { useSyncExternalStore } from 'react';
import { lastPerson } from './return-place';

const never = () => () => undefined;

export function LastPerson() {
  const name = useSyncExternalStore(never, lastPerson, () => null);
  return (
    <p className="mb-5">
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
