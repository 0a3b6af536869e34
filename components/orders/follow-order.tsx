'use client';
/**
 * Reloads the page of an order when the laboratory answers, a result arrives, or the order is not sent in time, or after
 * a while if changes do not arrive. Not while a dialog is open, because it would be closed.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { hearChanges } from '../client/changes';
import { quietly } from '../client/router-requests';
import { announce } from '../ui/live-region';
import { closeToast } from '../ui/toast';

/** The message after an order is sent again. */
export const QUEUED_FOR_SENDING = 'Order queued for sending.';

const LOOK_MS = 500;
/** Increasing and limited, because each reload is audited. */
const WITHOUT_CHANGES_MS = [5_000, 10_000, 20_000, 40_000];

interface FollowOrderProps {
  id: string;
  /** In words. */
  state: string;
  /** An answer of the laboratory is expected soon. */
  isMoving: boolean;
  /** Ends the message of an action that is no longer true, such as that of a placed order. */
  isOver: boolean;
  isQueued: boolean;
  isCanceling: boolean;
  isCanceled: boolean;
  /** After which a person must act, unless it is sent. */
  lateInMs: number;
  /** The position of the page's data. */
  since: string;
}

export function FollowOrder(props: FollowOrderProps) {
  const { id, state, isMoving, isOver, isQueued, isCanceling, isCanceled, lateInMs, since } = props;
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const shown = useRef({ state, isCanceling, reloaded: false });
  const lateAt = useRef(Infinity);

  useEffect(() => {
    lateAt.current = performance.now() + lateInMs;
  }, [lateInMs]);

  useEffect(() => {
    const { state: before, isCanceling: wasCanceling, reloaded } = shown.current;
    // After an action of the user a message has announced it.
    if (reloaded && before !== state) {
      // Its success is no longer true, unless it is that the order was canceled without the laboratory.
      if (isCanceled ? wasCanceling : isOver) closeToast();
      else if (!isQueued) closeToast(QUEUED_FOR_SENDING);
      announce(`Order: ${state}`);
    }
    shown.current = { state, isCanceling, reloaded: false };
  }, [state, isOver, isQueued, isCanceling, isCanceled]);

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
      if (performance.now() < Math.min(dueAt, lateAt.current) || document.visibilityState !== 'visible')
        return;
      if (document.querySelector('dialog[open]')) return;
      planned();
      lateAt.current = Infinity;
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
