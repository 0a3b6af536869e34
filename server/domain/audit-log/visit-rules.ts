/** How entries of the audit log are grouped by request and by visit. Shared with the browser: no zod here. */
import type { AuditEntry } from './contract';
import { auditSentence, LOG_VIEWS, LOG_VIEWS_APART_MS } from './rules';

/** Entries of one request by one actor, in the order of the list. Never empty. */
export type AuditGroup = readonly [AuditEntry, ...AuditEntry[]];

const byActor = ({ who, app, transport, ip }: AuditEntry): string =>
  JSON.stringify([who.id, app?.id, transport, ip]);

const requestKey = (entry: AuditEntry): string => `${entry.request_id} ${byActor(entry)}`;

export function groupByRequest(entries: readonly AuditEntry[]): AuditGroup[] {
  const groups = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  for (const entry of entries) {
    const key = requestKey(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

function rankOf({ action, outcome, kind, patient_count }: AuditEntry): number {
  if (outcome !== 'allowed') return 0;
  if (action === 'sign_in') return 1;
  if (action === 'sign_out') return 5;
  return kind === 'write' ? 2 : patient_count > 0 ? 3 : 4;
}

/** Denied and failed actions first, so that they are not overlooked, then sign-ins, changes and what was about patients. */
export const requestSentences = (request: AuditGroup): string[] => [
  ...new Set([...request].sort((one, other) => rankOf(one) - rankOf(other)).map(auditSentence)),
];

/** Without attempts that read the same and are about the same. */
export function withoutRepeats(group: AuditGroup, sentence: (entry: AuditEntry) => string): AuditGroup {
  const seen = new Set<string>();
  const [first, ...rest] = group.filter((entry) => {
    if (entry.outcome === 'allowed') return true;
    const key = JSON.stringify([sentence(entry), entry.object?.id, entry.patients.map(({ id }) => id)]);
    return !seen.has(key) && seen.add(key);
  });
  return [first ?? group[0], ...rest];
}

/** Pages read these on their own, whether or not anything is found. */
const BACKGROUND: ReadonlySet<string> = new Set([
  'find_document_copies',
  'get_document_neighbors',
  'get_draft',
  'get_patient_export',
  'get_recent_values',
  'get_review_state',
  'list_audit_actors',
  'list_colleagues',
  'list_document_corrections',
  'list_favorite_tests',
  'list_identities',
  'list_new_critical_results',
  'list_order_diagnoses',
  'list_order_sets',
  'list_patient_merges',
  'list_pinned_tests',
  'list_uploads',
]);

const BY_KIND: Readonly<Record<AuditEntry['kind'], number>> = {
  write: 6,
  download: 5,
  auth: 4,
  read: 3,
  list: 2,
};

/** Above `OF_THE_CHART`, an action says more than that the chart was open. */
const OF_THE_CHART = 1;

function significanceOf({ action, kind, outcome, transport }: AuditEntry): number {
  if (outcome === 'refused' || outcome === 'failed') return 9;
  if (LOG_VIEWS.has(action)) return BY_KIND.auth;
  if (transport !== 'portal') return BY_KIND[kind];
  if (outcome === 'allowed' && BACKGROUND.has(action)) return 0;
  return action === 'get_patient' ? OF_THE_CHART : BY_KIND[kind];
}

/** What an export is started from. */
const isChartOnly = (group: AuditGroup): boolean =>
  group.every((entry) => significanceOf(entry) <= OF_THE_CHART);

const isExport = (group: AuditGroup): boolean =>
  group.some(({ action, outcome }) => action === 'export_patient' && outcome === 'allowed');

const isBackground = (group: AuditGroup): boolean => group.every((entry) => significanceOf(entry) === 0);

/** Nothing else was read or changed. */
const isLogView = (group: AuditGroup): boolean =>
  group.some(({ action }) => LOG_VIEWS.has(action)) &&
  group.every(
    (entry) =>
      entry.outcome === 'allowed' && (LOG_VIEWS.has(entry.action) || significanceOf(entry) <= OF_THE_CHART),
  );

/** A page and what the browser reads for it are at most this far apart. */
const APART_MS = 60_000;

/** Between the page and the download, the user may have to confirm their identity. */
const EXPORT_APART_MS = 5 * APART_MS;

function isOneVisit(newer: AuditGroup, older: AuditGroup): boolean {
  if (byActor(newer[0]) !== byActor(older[0])) return false;
  const apart = Math.abs(Date.parse(newer.at(-1)!.at) - Date.parse(older[0].at));
  if (isLogView(newer) && isLogView(older)) return apart <= LOG_VIEWS_APART_MS;
  if (isExport(newer) && isChartOnly(older))
    return Date.parse(newer[0].at) - Date.parse(older[0].at) <= EXPORT_APART_MS;
  return (isBackground(newer) || isBackground(older)) && apart <= APART_MS;
}

const leadFirst = (group: AuditGroup): AuditGroup => {
  const [first, ...rest] = [...group].sort((one, other) => significanceOf(other) - significanceOf(one));
  return [first ?? group[0], ...rest];
};

interface VisitCollector {
  /** @returns the visits that this entry ended */
  add: (entry: AuditEntry) => AuditGroup[];
  end: () => AuditGroup[];
}

/**
 * What a page reads on its own belongs to the visit before or after it, and views of the log in a row are one visit unless
 * they are half an hour apart. Only the entries of the last minute and of one visit are kept.
 */
function visitCollector(): VisitCollector {
  /** Requests that may have further entries, newest first. */
  const open = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  let visit: AuditGroup | undefined;

  const close = (key: string, group: AuditGroup): AuditGroup[] => {
    open.delete(key);
    if (visit && isOneVisit(visit, group)) {
      visit = [...visit, ...group];
      return [];
    }
    const ended = visit ? [leadFirst(visit)] : [];
    visit = group;
    return ended;
  };

  return {
    add: (entry) => {
      const ended: AuditGroup[] = [];
      for (const [key, group] of open) {
        if (Date.parse(group.at(-1)!.at) - Date.parse(entry.at) <= APART_MS) break;
        ended.push(...close(key, group));
      }
      const key = requestKey(entry);
      const group = open.get(key);
      if (group) group.push(entry);
      else open.set(key, [entry]);
      return ended;
    },
    end: () => {
      const ended = [...open].flatMap(([key, group]) => close(key, group));
      return visit ? [...ended, leadFirst(visit)] : ended;
    },
  };
}

/** The visits of a page of an access log, newest first, each with its most significant entry first. */
export function groupByVisit(entries: readonly AuditEntry[]): AuditGroup[] {
  const visits = visitCollector();
  return [...entries.flatMap(visits.add), ...visits.end()];
}

/** Those of a whole access log. */
export async function* visitsOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<AuditGroup> {
  const visits = visitCollector();
  for await (const entry of entries) yield* visits.add(entry);
  yield* visits.end();
}

/** The sentences of a visit, the most significant first. */
export function visitSentences(visit: AuditGroup): string[] {
  const told = visit.filter((entry) => significanceOf(entry) > OF_THE_CHART);
  if (told.length === 0)
    return visit[0].transport === 'portal' ? ['opened the chart'] : [auditSentence(visit[0])];
  if (isLogView(visit)) {
    const requests = new Set(
      visit.filter(({ action }) => LOG_VIEWS.has(action)).map(({ request_id }) => request_id),
    );
    // Not how often: further views may be on the next page.
    return [`${auditSentence(told[0]!)}${requests.size > 1 ? ' repeatedly' : ''}`];
  }
  return [...new Set(told.map(auditSentence))];
}
