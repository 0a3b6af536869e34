'use client';
/**
 * Rows whose report has a newer version or has left the list since it was read. They keep their place, and their values are
 * crossed out (app/inbox.css): a withdrawn value must not be read as current.
 */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { InboxItem, ListInboxInput } from '@/server/domain/reviews/contract';
import { background } from '../client/client';
import { readAfterChanges } from '../client/read-after-changes';

/** Also signed, assigned to a colleague, or moved to another patient. */
const WORDS = { newer: 'Outdated', gone: 'Left the list' };
type Outdated = ReadonlyMap<string, keyof typeof WORDS>;

const NONE: Outdated = new Map();
let outdated = NONE;
const listeners = new Set<() => void>();

function setOutdated(rows: Outdated): void {
  outdated = rows;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** In place of the time of the row. */
export function UnlessOutdated({ id, children }: { id: string; children: ReactNode }) {
  const why = useSyncExternalStore(
    subscribe,
    () => outdated.get(id),
    () => undefined,
  );
  if (!why) return children;
  return <strong className="outdated shrink-0 text-sm font-semibold text-info">{WORDS[why]}</strong>;
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

/** @param show called with the outdated rows, by ID */
export function followRows(
  rows: readonly ListedRow[],
  since: string,
  readAgain: () => Promise<readonly Pick<InboxItem, 'id' | 'version'>[]>,
  show: (rows: Outdated) => void,
): () => void {
  const heard = new Set<string>();
  const stop = readAfterChanges(
    {
      isAffected({ results, critical, inbox, everything }) {
        const changed = rows.filter(
          ({ id, isRestricted }) =>
            everything || results.includes(id) || critical.includes(id) || (inbox && isRestricted),
        );
        for (const { id } of changed) heard.add(id);
        return changed.length > 0;
      },
      async read(isOver) {
        const newest = new Map((await readAgain()).map(({ id, version }) => [id, version]));
        if (isOver()) return;
        const found = new Map<string, keyof typeof WORDS>();
        for (const { id, version } of rows) {
          const now = newest.get(id);
          if (now !== undefined && now > version) found.set(id, 'newer');
          // Others that are missing may be on another page of the list now.
          if (now === undefined && heard.has(id)) found.set(id, 'gone');
        }
        show(found);
      },
    },
    since,
  );
  return () => {
    stop();
    show(NONE);
  };
}
