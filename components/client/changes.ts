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
  critical: [],
  unmatched: [],
  decided: [],
  results: [],
  orders: [],
  documents: [],
  charts: [],
  order_charts: [],
  document_charts: [],
  restricted: [],
};

/** How many messages of the server are kept. */
const MOST = 200;
/** With changes, oldest first. */
const received: TabChanges[] = [];
/** Of the last message that was not kept. */
let lost = 0n;

/** For parts of the page that are displayed later from older data, as after Back. */
export function keepChanges(changes: TabChanges): void {
  const { critical, unmatched, decided, results, orders, documents, charts, restricted } = changes;
  // Orders and documents come with their charts.
  const isEmpty = [critical, unmatched, decided, results, orders, documents, charts, restricted].every(
    (ids) => ids.length === 0,
  );
  if (!changes.position || (isEmpty && !changes.inbox && !changes.everything)) return;
  received.push(changes);
  if (received.length > MOST) lost = BigInt(received.shift()!.position!);
}

/** What this page has received from the position on. */
function keptSince(position: string): TabChanges[] {
  if (lost >= BigInt(position)) return [{ ...NOTHING, everything: true, position: String(lost) }];
  return received.filter((changes) => BigInt(changes.position!) >= BigInt(position));
}

let displayed: TabChanges['read'];

/** The report that this page displays to the user, for what is loaded after it. */
export const displayedReport = (): TabChanges['read'] => displayed;

export function tellRead(read: NonNullable<TabChanges['read']>): void {
  displayed = read;
  tellChanges({ read });
}

export const reportClosed = (): void => void (displayed = undefined);

const hearers = new Set<(changes: TabChanges) => void>();

/** This page may have missed changes; the others of the browser have not. */
export function tellMissed(): void {
  const { position } = document.getElementById(PAGE_FACTS)?.dataset ?? {};
  for (const hear of hearers) hear({ ...NOTHING, everything: true, ...(position ? { position } : {}) });
}

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

/**
 * @param since the position of the displayed data: what the page has received from there on is heard first, at once
 * @returns unsubscribe
 */
export function hearChanges(hear: (changes: TabChanges) => void, since?: string): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  if (since) for (const changes of keptSince(since)) hear(changes);
  hearers.add(hear);
  const channel = new BroadcastChannel(pageScope());
  channel.onmessage = (event: MessageEvent<TabChanges>) => hear(event.data);
  return () => {
    hearers.delete(hear);
    channel.close();
  };
}
