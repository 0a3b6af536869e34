'use client';
/**
 * Reloads the page of an unmatched item when another user decides it, or a newer message replaces it. Not while a dialog is
 * open, because it would be closed with the typed reason: the dialog says so instead.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { hearChanges } from '../client/changes';
import { background } from '../client/client';
import { quietly } from '../client/router-requests';
import { announce } from '../ui/live-region';

const LOOK_MS = 500;

/** Items that have changed since their page was read. */
const changed = new Set<string>();
const listeners = new Set<() => void>();

function setChanged(id: string, isChanged: boolean): void {
  if (isChanged) changed.add(id);
  else changed.delete(id);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Why the item of a dialog can no longer be decided as the page shows it; null while it can. */
export function useOutdated(id: string): string | null {
  const isOutdated = useSyncExternalStore(
    listen,
    () => changed.has(id),
    () => false,
  );
  return isOutdated ? 'Decided in the meantime, or a newer message was received. Cancel to see it.' : null;
}

function readItem(id: string): Promise<{ state: string; message_id: string }> {
  if (id.startsWith('rpt_')) return background.inboundReports.getUnmatchedReport.query({ id });
  if (id.startsWith('idc_')) return background.inboundDocuments.getInboundDocument.query({ id });
  return background.patientUpdates.getPatientUpdate.query({ id });
}

interface FollowDecisionProps {
  id: string;
  /** Of the item, as displayed. */
  state: string;
  messageId: string;
  /** The position of the page's data. */
  since: string;
}

export function FollowDecision({ id, state, messageId, since }: FollowDecisionProps) {
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const shown = useRef({ state, isReloaded: false });

  useEffect(() => {
    const { state: before, isReloaded } = shown.current;
    if (isReloaded && before !== state) {
      announce('The page was updated: this was decided in the meantime.');
      // The focused button is gone.
      if (document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    }
    shown.current = { state, isReloaded: false };
  }, [state]);

  const compare = useEffectEvent((now: Awaited<ReturnType<typeof readItem>>) =>
    setChanged(id, now.state !== state || now.message_id !== messageId),
  );

  useEffect(() => {
    let dueAt = Infinity;
    let isRead = false;
    const silent = hearChanges(({ decided, everything, position }) => {
      const isDecided = decided.includes(id);
      if (!isDecided && !(everything && position)) return;
      isRead = false;
      dueAt = Math.min(dueAt, performance.now() + Math.random() * LOOK_MS);
    }, first);
    const timer = window.setInterval(() => {
      if (performance.now() < dueAt || document.visibilityState !== 'visible') return;
      if (document.querySelector('dialog[open]')) {
        if (isRead) return;
        isRead = true;
        // A change may be heard again, or be undone.
        readItem(id).then(compare, () => {});
        return;
      }
      dueAt = Infinity;
      setChanged(id, false);
      shown.current.isReloaded = true;
      quietly(() => router.refresh());
    }, LOOK_MS);
    return () => {
      silent();
      setChanged(id, false);
      window.clearInterval(timer);
    };
  }, [id, router, first]);
  return null;
}
