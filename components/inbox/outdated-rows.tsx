'use client';
/**
 * Rows whose report has a newer version or has left the list since it was read. They keep their place, and their values are
 * crossed out (app/inbox.css): a withdrawn value must not be read as current.
 */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { InboxItem, ListInboxInput } from '@/server/domain/reviews/contract';
import { background } from '../client/client';
import { readAfterChanges } from '../client/read-after-changes';
import { reassignedByOther, reviewedByOther } from '../results/signed-by';
import { doneWords } from './done-words';

const WORDS = { newer: 'Outdated', gone: 'Left the list' };
type Outdated = ReadonlyMap<string, keyof typeof WORDS>;

const NONE: Outdated = new Map();
let outdated = NONE;
/** "Signed by Dr. Example", of rows that have left the list. */
let reasons: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function setOutdated(rows: Outdated, why: typeof reasons = new Map()): void {
  outdated = rows;
  reasons = why;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useOutdated = (id: string) =>
  useSyncExternalStore(
    subscribe,
    () => outdated.get(id),
    () => undefined,
  );

export const useIsOutdated = (id: string): boolean => useOutdated(id) !== undefined;

/** In place of the time of the row. */
export function UnlessOutdated({ id, children }: { id: string; children: ReactNode }) {
  const why = useOutdated(id);
  if (!why) return children;
  return <strong className="shrink-0 text-sm font-semibold text-info">{WORDS[why]}</strong>;
}

/** In place of the assignee of the row. */
export function UnlessLeft({ id, children }: { id: string; children: ReactNode }) {
  const why = useSyncExternalStore(
    subscribe,
    () => reasons.get(id),
    () => undefined,
  );
  return why ? <span className="font-semibold">{why} · </span> : children;
}

/** Others say only that they have left the list. */
const MOST_READ = 10;

async function readReasons(rows: readonly FollowedRow[], self: string): Promise<Map<string, string>> {
  const read = await Promise.all(
    rows.slice(0, MOST_READ).map(async ({ id, assignee }) => {
      const state = await background.reviews.getReviewState.query({ id }).catch(() => null);
      const done = state && (reviewedByOther(state, '') ?? reassignedByOther(state, '', assignee));
      return done ? ([id, doneWords(done, self)] as const) : null;
    }),
  );
  return new Map(read.filter((one) => one !== null));
}

export interface ListedRow extends Pick<InboxItem, 'id' | 'version'> {
  /** The server names no changed report of a restricted chart. */
  isRestricted: boolean;
}

interface FollowedRow extends ListedRow {
  /** ID of the assignee, as displayed. */
  assignee: string | null;
}

interface FollowRowsProps {
  rows: readonly FollowedRow[];
  /** `usr_…` of the user. */
  self: string;
  /** With which the list was read. */
  input: Partial<ListInboxInput>;
  /** The position of the list. */
  since: string;
}

export function FollowRows({ rows, self, input, since }: FollowRowsProps) {
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
        (found) => {
          const left = rows.filter(({ id, isRestricted }) => found.get(id) === 'gone' && !isRestricted);
          setOutdated(found, left.length === 0 ? undefined : reasons);
          if (left.length === 0) return;
          // Unless the rows have changed again.
          void readReasons(left, self).then((why) => outdated === found && setOutdated(found, why));
        },
      ),
    [rows, self, input, since],
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
