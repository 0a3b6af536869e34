/**
 * Changes that the open pages of a user in this browser exchange: those of the server, which one of the pages
 * receives, and the user's own. They contain IDs and no patient data.
 */
import type { Changes } from '@/server/domain/changes/contract';
import { PAGE_FACTS } from './page-headers';

export interface TabChanges extends Omit<Changes, 'object'> {
  /** From which a connection resumes after these changes. */
  position?: string;
  /** Caused by the user. */
  own?: true;
  /** This version of a report is displayed to the user. */
  read?: { id: string; version: number };
  /** The user has opened or dismissed these new critical results. */
  dismissed?: {
    ids: string[];
    /** And all others up to then. */
    upTo?: string;
  };
}

const NOTHING: TabChanges = {
  everything: false,
  inbox: false,
  restricted: false,
  critical: [],
  results: [],
  orders: [],
  documents: [],
};

/** One name for each user and organization: pages of another user are about to end. */
export function pageScope(): string {
  const { organization = '', person = '' } = document.getElementById(PAGE_FACTS)?.dataset ?? {};
  return `portal-changes ${organization} ${person}`;
}

/** All pages receive it, this one included. */
export function tellChanges(changes: Partial<TabChanges>): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(pageScope());
  channel.postMessage({ ...NOTHING, ...changes });
  channel.close();
}

/** @returns unsubscribe */
export function hearChanges(hear: (changes: TabChanges) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(pageScope());
  channel.onmessage = (event: MessageEvent<TabChanges>) => hear(event.data);
  return () => channel.close();
}
