'use client';
/**
 * Rows whose report has a newer version or has left the list since it was read. They keep their place, and their values are
 * crossed out (app/inbox.css): a withdrawn value must not be read as current.
 */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { InboxItem, ListInboxInput } from '@/server/domain/reviews/contract';
import { background } from '../client/client';
import { hearChanges } from '../client/changes';

/** All pages of the organization receive a change at the same moment. */
const LOOK_MS = 500;

const NONE: ReadonlySet<string> = new Set();
let outdated = NONE;
const listeners = new Set<() => void>();

function setOutdated(ids: ReadonlySet<string>): void {
  outdated = ids;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** In place of the time of the row. */
export function UnlessOutdated({ id, children }: { id: string; children: ReactNode }) {
  const isOutdated = useSyncExternalStore(
    subscribe,
    () => outdated.has(id),
    () => false,
  );
  return isOutdated ? (
    <strong className="outdated shrink-0 text-sm font-semibold text-info">Outdated</strong>
  ) : (
    children
  );
}

export interface ListedRow extends Pick<InboxItem, 'id' | 'version'> {
  /** The server names no changed report of a restricted chart. */
  isRestricted: boolean;
}

interface FollowRowsProps {
  rows: readonly ListedRow[];
  /** With which the list was read. */
  input: Partial<ListInboxInput>;
  /** The position of the list. */
  since: string;
}

export function FollowRows({ rows, input, since }: FollowRowsProps) {
  // By each reading of the list.
  useEffect(
    () =>
      followRows(
        rows,
        since,
        async () => {
          const { data, pinned } = await background.reviews.listInbox.query(input);
          return [...pinned, ...data];
        },
        setOutdated,
      ),
    [rows, input, since],
  );
  return null;
}

/** @param show called with the IDs of the outdated rows */
export function followRows(
  rows: readonly ListedRow[],
  since: string,
  readAgain: () => Promise<readonly Pick<InboxItem, 'id' | 'version'>[]>,
  show: (ids: ReadonlySet<string>) => void,
): () => void {
  const heard = new Set<string>();
  let isDue = false;
  let isOver = false;
  let timer = 0;
  const look = async () => {
    // A page in the background reads no patient.
    if (!isDue || document.visibilityState !== 'visible') return;
    isDue = false;
    try {
      const newest = new Map((await readAgain()).map(({ id, version }) => [id, version]));
      if (isOver) return;
      // Others that are missing may be on another page of the list now.
      const isChanged = ({ id, version }: ListedRow) =>
        (newest.get(id) ?? (heard.has(id) ? Infinity : 0)) > version;
      show(new Set(rows.filter(isChanged).map(({ id }) => id)));
    } catch {
      // Until the next message of the server.
      isDue = true;
    }
  };
  const silent = hearChanges(({ results, critical, inbox, everything, position }) => {
    for (const { id, isRestricted } of rows)
      if (everything || results.includes(id) || critical.includes(id) || (inbox && isRestricted)) {
        heard.add(id);
        isDue = true;
      }
    if (!isDue || !position) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void look(), Math.random() * LOOK_MS);
  }, since);
  const seen = () => void look();
  document.addEventListener('visibilitychange', seen);
  return () => {
    isOver = true;
    silent();
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
    show(NONE);
  };
}
