'use client';
/**
 * Reloads the page of an order when the laboratory answers or a result arrives, or after a while if changes do not
 * arrive. Not while a dialog is open, because it would be closed.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { hearChanges } from '../client/changes';
import { quietly } from '../client/router-requests';
import { announce } from '../ui/live-region';
import { closeToast } from '../ui/toast';

const LOOK_MS = 500;
/** Increasing and limited, because each reload is audited. */
const WITHOUT_CHANGES_MS = [5_000, 10_000, 20_000, 40_000];

interface FollowOrderProps {
  id: string;
  /** In words. */
  state: string;
  /** An answer of the laboratory is expected soon. */
  isMoving: boolean;
  /** The laboratory has not taken the order, or has canceled it. */
  isOver: boolean;
  /** The position of the page's data. */
  since: string;
}

export function FollowOrder({ id, state, isMoving, isOver, since }: FollowOrderProps) {
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const shown = useRef({ state, reloaded: false });

  useEffect(() => {
    const { state: before, reloaded } = shown.current;
    // After an action of the user a message has announced it.
    if (reloaded && before !== state) {
      // Its success is no longer true.
      if (isOver) closeToast();
      announce(`Order: ${state}`);
    }
    shown.current = { state, reloaded: false };
  }, [state, isOver]);

  useEffect(() => {
    let dueAt = Infinity;
    let round = 0;
    const planned = () => {
      const pause = isMoving ? WITHOUT_CHANGES_MS[round++] : undefined;
      dueAt = pause === undefined ? Infinity : performance.now() + pause;
    };
    planned();
    const silent = hearChanges(({ orders, everything, position }) => {
      if (orders.includes(id) || (everything && position))
        dueAt = Math.min(dueAt, performance.now() + Math.random() * LOOK_MS);
    }, first);
    const timer = window.setInterval(() => {
      if (performance.now() < dueAt || document.visibilityState !== 'visible') return;
      if (document.querySelector('dialog[open]')) return;
      planned();
      shown.current.reloaded = true;
      quietly(() => router.refresh());
    }, LOOK_MS);
    return () => {
      silent();
      window.clearInterval(timer);
    };
  }, [id, isMoving, router, first]);

  return null;
}
