/** How entries of the audit log are grouped by request and by visit. Shared with the browser: no zod here. */
import type { AuditEntry } from './contract';
import { auditSentence, LOG_VIEWS } from './rules';

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
  'list_open_tests',
  'list_order_diagnoses',
  'list_order_sets',
  'list_patient_merges',
  'list_pinned_tests',
  'list_uploads',
]);

const DRAFTS: ReadonlySet<string> = new Set(['save_draft', 'discard_draft']);

const BY_KIND: Readonly<Record<AuditEntry['kind'], number>> = {
  write: 6,
  download: 5,
  auth: 4,
  read: 3,
  list: 1,
};
const OF_THE_CHART = 2;
const OF_A_DRAFT = 0.5;

function significanceOf({ action, kind, outcome, transport }: AuditEntry): number {
  if (outcome === 'refused' || outcome === 'failed') return 9;
  if (LOG_VIEWS.has(action)) return BY_KIND.auth;
  if (transport !== 'portal') return BY_KIND[kind];
  if (outcome === 'allowed' && BACKGROUND.has(action)) return 0;
  if (outcome === 'allowed' && DRAFTS.has(action)) return OF_A_DRAFT;
  return action === 'get_patient' ? OF_THE_CHART : BY_KIND[kind];
}

/** The most significant first. */
export const bySignificance = (visit: AuditGroup): AuditGroup => {
  const [first, ...rest] = [...visit].sort((one, other) => significanceOf(other) - significanceOf(one));
  return [first ?? visit[0], ...rest];
};

/** Entries by the same user or program are one visit if they are at most this far apart. */
const VISIT_APART_MS = 30 * 60_000;
/** Ends the visit of a program that never pauses. */
const LONGEST_VISIT_MS = 12 * 60 * 60_000;

interface Visit<Of> {
  actor: string;
  newest: number;
  oldest: number;
  members: [Of, ...Of[]];
}

/** What tells visits apart, of an entry or of its row. */
export interface VisitTrace {
  actor: string;
  /** Milliseconds */
  at: number;
}

const traceOf = (entry: AuditEntry): VisitTrace => ({ actor: byActor(entry), at: Date.parse(entry.at) });

const mayContinue = ({ newest, oldest }: Visit<unknown>, at: number): boolean =>
  oldest - at <= VISIT_APART_MS && newest - at <= LONGEST_VISIT_MS;

interface VisitCollector<Of> {
  /** @returns the visits that ended, newest first */
  add: (one: Of) => Visit<Of>[];
  end: () => Visit<Of>[];
}

/** Visits of several users overlap. Only those of the last hours are kept. */
function visitCollector<Of>(trace: (one: Of) => VisitTrace): VisitCollector<Of> {
  const open: Visit<Of>[] = [];
  return {
    add: (one) => {
      const { actor, at } = trace(one);
      const first = open.findIndex((visit) => mayContinue(visit, at));
      const ended = open.splice(0, first < 0 ? open.length : first);
      const visit = open.findLast((other) => other.actor === actor);
      if (visit && mayContinue(visit, at)) {
        visit.members.push(one);
        visit.oldest = Math.min(visit.oldest, at);
      } else open.push({ actor, newest: at, oldest: at, members: [one] });
      return ended;
    },
    end: () => open.splice(0),
  };
}

const membersOf = ({ members }: Visit<AuditEntry>): AuditGroup => members;

/** The visits of a page of an access log, and their entries, newest first. */
export function groupByVisit(entries: readonly AuditEntry[]): AuditGroup[] {
  const visits = visitCollector(traceOf);
  return [...entries.flatMap(visits.add), ...visits.end()].map(membersOf);
}

/** Those of a whole access log. */
export async function* visitsOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<AuditGroup> {
  const visits = visitCollector(traceOf);
  for await (const entry of entries) yield* visits.add(entry).map(membersOf);
  yield* visits.end().map(membersOf);
}

interface WholeVisits {
  /** Rows of whole visits; 0 if others overlap all of them. */
  whole: number;
  /** Rows before those of the first visit above the limit. */
  atMost: number;
  /** Further rows would change neither. */
  isSettled: boolean;
}

/**
 * How many rows, newest first, are a page of whole visits.
 * @param limit visits
 * @param isEnd there are no older rows
 */
export function wholeVisits(traces: readonly VisitTrace[], limit: number, isEnd: boolean): WholeVisits {
  const collector = visitCollector((nth: number) => traces[nth]!);
  const visits = [...[...traces.keys()].flatMap(collector.add), ...collector.end()];
  const oldest = traces.at(-1)?.at ?? 0;
  const startOf = (nth: number) => visits[nth]?.members[0] ?? traces.length;
  let [whole, reach] = [0, -1];
  for (const [nth, visit] of visits.slice(0, limit).entries()) {
    reach = Math.max(reach, !isEnd && mayContinue(visit, oldest) ? traces.length : visit.members.at(-1)!);
    if (reach < startOf(nth + 1)) whole = startOf(nth + 1);
  }
  return {
    whole,
    atMost: startOf(limit),
    isSettled: isEnd || (visits.length > limit && reach < traces.length),
  };
}

/** The entries of a visit in the order of the list, with repeated reads and drafts at the newest one. */
export function foldedVisit(visit: AuditGroup): AuditGroup[] {
  const lines = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  for (const entry of visit) {
    const { id, action, kind, outcome, object, patients, patient_count } = entry;
    const isRead = kind === 'read' || kind === 'list' || DRAFTS.has(action);
    const key =
      outcome === 'allowed' && isRead
        ? JSON.stringify([action, object?.id, patients.map((patient) => patient.id), patient_count])
        : id;
    const same = lines.get(key);
    if (same) same.push(entry);
    else lines.set(key, [entry]);
  }
  return [...lines.values()];
}

/** "2 lab reports" instead of "a lab report". */
const COUNTED = /\ba (document|lab order|lab report)\b/;

/** The sentences of a visit, the most significant first. */
export function visitSentences(visit: AuditGroup): string[] {
  const isOpened = visit.some(
    ({ action, outcome, transport }) =>
      action === 'get_patient' && outcome === 'allowed' && transport === 'portal',
  );
  /** A list of what is in the chart is a part of it. */
  const isPart = (entry: AuditEntry): boolean =>
    isOpened &&
    entry.outcome === 'allowed' &&
    significanceOf(entry) === BY_KIND.list &&
    entry.patient_count === 1;
  const told = bySignificance(visit).filter((entry) => significanceOf(entry) > 0 && !isPart(entry));
  if (told.length === 0)
    return visit[0].transport === 'portal' ? ['opened the chart'] : [auditSentence(visit[0])];
  const objects = new Map<string, Set<string>>();
  for (const entry of told) {
    const sentence = auditSentence(entry);
    const ids = objects.get(sentence) ?? new Set();
    objects.set(sentence, entry.object ? ids.add(entry.object.id) : ids);
  }
  return [...objects].map(([sentence, { size }]) =>
    size > 1 ? sentence.replace(COUNTED, `${size} $1s`) : sentence,
  );
}

/**
 * Sentences of attempts contain commas.
 * @param most sentences; the others are counted
 */
export function visitText(sentences: readonly string[], most = Infinity): string {
  const isAttempt = (sentence: string) => sentence.startsWith('tried to ');
  const told = sentences.slice(0, most);
  const rest = sentences.length > most ? [`${sentences.length - most} more`] : [];
  const attempts = told.filter(isAttempt);
  const done = ALL.format([...told.filter((sentence) => !isAttempt(sentence)), ...rest]);
  return [...attempts, ...(done ? [done] : [])].join('; ');
}
const ALL = new Intl.ListFormat('en-GB', { type: 'conjunction' });
