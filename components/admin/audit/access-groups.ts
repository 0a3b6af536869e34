/** The access log of a patient: its entries by visit, each visit with its most significant entry first. */
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { auditSentence, LOG_VIEWS, LOG_VIEWS_APART_MS } from '@/server/domain/audit-log/rules';
import { groupByRequest, type AuditGroup } from './audit-groups';

/** Pages read these on their own, whether or not anything is found. */
const BACKGROUND: ReadonlySet<string> = new Set([
  'find_document_copies',
  'get_document_neighbors',
  'get_draft',
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
  if (BACKGROUND.has(action)) return 0;
  return action === 'get_patient' ? OF_THE_CHART : BY_KIND[kind];
}

const isBackground = (group: AuditGroup): boolean => group.every((entry) => significanceOf(entry) === 0);

/** Nothing else was read or changed. */
const isLogView = (group: AuditGroup): boolean =>
  group.some(({ action }) => LOG_VIEWS.has(action)) &&
  group.every(
    (entry) =>
      entry.outcome === 'allowed' && (LOG_VIEWS.has(entry.action) || significanceOf(entry) <= OF_THE_CHART),
  );

const byActor = ([{ who, app, transport, ip }]: AuditGroup): string =>
  JSON.stringify([who.id, app?.id, transport, ip]);

/** A page and what the browser reads for it are at most this far apart. */
const APART_MS = 60_000;

function isOneVisit(newer: AuditGroup, older: AuditGroup): boolean {
  if (byActor(newer) !== byActor(older)) return false;
  const apart = Math.abs(Date.parse(newer.at(-1)!.at) - Date.parse(older[0].at));
  if (isLogView(newer) && isLogView(older)) return apart <= LOG_VIEWS_APART_MS;
  return (isBackground(newer) || isBackground(older)) && apart <= APART_MS;
}

const leadFirst = (group: AuditGroup): AuditGroup => {
  const [first, ...rest] = [...group].sort((one, other) => significanceOf(other) - significanceOf(one));
  return [first ?? group[0], ...rest];
};

/**
 * The visits of a page of the log, newest first. What a page reads on its own belongs to the visit before or after it,
 * and views of the log in a row are one visit unless they are half an hour apart.
 */
export function groupByVisit(entries: readonly AuditEntry[]): AuditGroup[] {
  const visits: AuditGroup[] = [];
  for (const group of groupByRequest(entries)) {
    const last = visits.at(-1);
    if (last && isOneVisit(last, group)) visits[visits.length - 1] = [...last, ...group];
    else visits.push(group);
  }
  return visits.map(leadFirst);
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
