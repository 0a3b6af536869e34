'use client';
/** Follows the changes of the server for users without an inbox. For the others `AlarmWatch` does. */
import { useEffect } from 'react';
import { whenIdle } from './when-idle';

export function FollowChanges() {
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    const cancel = whenIdle(() => {
      import('./change-subscription').then(
        ({ followChanges }) => {
          if (!isOver) stop = followChanges();
        },
        // Pages are still read again at intervals.
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      cancel();
      stop();
    };
  }, []);
  return null;
}
