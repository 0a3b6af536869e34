/** The status of a lab connection in one sentence, most severe problem first. */
import type { Feed, FeedHealth } from '@/server/domain/lab-connections/health-contract';
import { QUEUED_WITHIN_MINUTES } from '@/server/domain/order-destinations/rules';
import type { Format } from '../../format/format';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import type { HealthWords } from '../../today/health-words';
import { PROBLEM_WORDS } from './connection-words';

export interface FeedState {
  word:
    | 'Paused'
    | 'Silent'
    | 'Error'
    | 'Needs review'
    | 'Delayed'
    | 'Orders not sent'
    | 'Sending paused'
    | 'Not used yet'
    | 'Healthy';
  sentence: string;
  hasProblem: boolean;
}

export function feedState(feed: Feed, format: Format, now: number): FeedState {
  const at = (instant: string): string => format.instant(instant);
  const { last_message_at, silent_since, last_problem, last_problem_at } = feed;
  const last = last_message_at ? `Last message ${at(last_message_at)}.` : 'No messages yet.';
  const unhealthy = (word: FeedState['word'], ...sentences: (string | null)[]): FeedState => ({
    word,
    sentence: sentences.filter((sentence) => sentence !== null).join(' '),
    hasProblem: true,
  });
  if (isBehind(feed, now)) return unhealthy('Delayed', behindWords(feed, at), last, problemOf(feed, at));
  if (feed.orders?.paused && feed.orders.queued > 0)
    return unhealthy('Sending paused', queuedWords(feed.orders, at), last, problemOf(feed, at));
  if (feed.orders && isQueuedTooLong(feed.orders, now))
    return unhealthy('Orders not sent', notSentWords(feed.orders, at), last, problemOf(feed, at));
  if (!feed.enabled)
    return { word: 'Paused', sentence: `No messages are accepted. ${last}`, hasProblem: false };
  if (silent_since)
    return unhealthy(
      'Silent',
      `No messages for ${count(feed.silence_hours ?? 0, 'hour')} (since ${at(silent_since)}).`,
      last,
      problemOf(feed, at),
    );
  // A later message shows that the problem is over.
  const isProblem =
    last_problem !== null &&
    last_problem_at !== null &&
    (!last_message_at || Date.parse(last_problem_at) >= Date.parse(last_message_at));
  if (isProblem) return unhealthy('Error', problemOf(feed, at), last);
  if (isRejectingAll(feed.day))
    return unhealthy('Error', 'All messages of the last 24 hours were rejected or invalid.', last);
  if (feed.parked > 0)
    return unhealthy('Needs review', `${count(feed.parked, 'message')} failed and set aside.`, last);
  if (feed.orders?.paused)
    return { word: 'Sending paused', sentence: `No orders queued. ${last}`, hasProblem: false };
  if (!last_message_at) return { word: 'Not used yet', sentence: '', hasProblem: false };
  return { word: 'Healthy', sentence: last, hasProblem: false };
}

const isRejectingAll = (day: Feed['day']): boolean => {
  const rejected = (day.rejected ?? 0) + (day.error ?? 0);
  return (
    rejected > 0 && Object.values(day).reduce<number>((sum, number) => sum + (number ?? 0), 0) === rejected
  );
};

/** Its oldest unprocessed message is older than its limit. */
const isBehind = ({ waiting_since, waiting_minutes }: Feed, now: number): boolean =>
  waiting_since !== null && now - Date.parse(waiting_since) > waiting_minutes * 60_000;

const behindWords = ({ waiting, waiting_since }: Feed, at: (instant: string) => string): string =>
  `${count(waiting, 'message')} unprocessed since ${at(waiting_since!)}.`;

/** Also while sending is paused: no user notices that orders do not reach the laboratory. */
export const isQueuedTooLong = (
  { queued_since: since }: Pick<NonNullable<Feed['orders']>, 'queued_since'>,
  now: number,
): boolean => since !== null && now - Date.parse(since) > QUEUED_WITHIN_MINUTES * 60_000;

type Orders = NonNullable<Feed['orders']>;

const notSentWords = ({ queued, queued_since: since }: Orders, at: (instant: string) => string): string =>
  `${count(queued, 'order message')} not sent since ${at(since!)}.`;

const queuedWords = ({ queued, queued_since: since }: Orders, at: (instant: string) => string): string =>
  `${count(queued, 'order message')} queued since ${at(since!)}.`;

const problemOf = ({ last_problem, last_problem_at }: Feed, at: (instant: string) => string): string | null =>
  last_problem && last_problem_at ? `${PROBLEM_WORDS[last_problem]} (${at(last_problem_at)})` : null;

/** Messages of the last 24 hours: all of them, and by state. */
export function dayParts({ day }: Pick<Feed, 'day'>) {
  const of = (...states: (keyof Feed['day'])[]): number =>
    states.reduce((sum, state) => sum + (day[state] ?? 0), 0);
  const all = Object.values(day).reduce<number>((sum, number) => sum + (number ?? 0), 0);
  if (all === 0) return { all: 'No messages in 24 h', parts: [] };
  const parts = [
    ['processed', of('processed'), 'processed', false],
    ['received', of('received'), 'unprocessed', false],
    ['to_review', of('unmatched', 'conflict'), 'to review', true],
    ['unreadable', of('unreadable'), 'unreadable', true],
    ['test', of('test'), 'test', false],
    ['stale', of('stale'), 'outdated', false],
    ['duplicate', of('duplicate'), 'duplicate', false],
    ['rejected', of('rejected'), 'rejected', true],
    ['error', of('error'), 'invalid', true],
    ['parked', of('parked'), 'set aside', true],
  ] as const;
  return {
    all: `${count(all, 'message')} in 24 h`,
    parts: parts
      .filter(([, number]) => number > 0)
      .map(([state, number, word, needsReview]) => ({ state, words: `${number} ${word}`, needsReview })),
  };
}

/** "Not used yet" and paused are no problem, but not healthy either. */
function statesInWords(words: readonly FeedState['word'][], hasProblem: boolean): string {
  // Next to a problem of its messages, "healthy" would contradict it.
  if (words.every((word) => word === 'Healthy')) return hasProblem ? '' : ', all healthy';
  const each = [...new Set(words)].map(
    (one) => `${words.filter((word) => word === one).length} ${one.toLowerCase()}`,
  );
  return `: ${each.join(', ')}`;
}

/** All connections for overviews: one sentence for each problem, then counts that need no action. */
export function feedsInWords({ feeds, as_of }: FeedHealth, format: Format): HealthWords {
  if (feeds.length === 0)
    return { sentence: 'None. Add a connection to receive results.', hasProblem: false };
  const now = Date.parse(as_of);
  const states = feeds.map((feed) => ({ feed, state: feedState(feed, format, now) }));
  const unhealthy = states.filter(({ state }) => state.hasProblem);
  const sum = (of: (feed: Feed) => number, among: readonly Feed[] = feeds): number =>
    among.reduce((total, feed) => total + of(feed), 0);
  const inDay = (...names: (keyof Feed['day'])[]): number =>
    sum(({ day }) => names.reduce((total, name) => total + (day[name] ?? 0), 0));
  // Others have them in their own sentence.
  const parked = sum(
    (feed) => feed.parked,
    states.filter(({ state }) => state.word !== 'Needs review').map(({ feed }) => feed),
  );
  const counted = (...of: (readonly [number, one: string, words: string])[]): string[] =>
    of.filter(([number]) => number > 0).map(([number, one, words]) => `${count(number, one)} ${words}.`);
  const problems = [
    ...unhealthy.map(({ feed, state: { word, sentence } }) =>
      [`${isolate(feed.name)}:`, ...(word === 'Sending paused' ? [`${word}.`] : []), sentence].join(' '),
    ),
    ...counted(
      [parked, 'message', 'set aside'],
      [inDay('unmatched', 'conflict'), 'message', 'to review in 24 h'],
      [sum((feed) => feed.unmapped), 'code', 'not mapped'],
    ),
  ];
  const counts = [
    `${count(feeds.length, 'connection')}${
      unhealthy.length === 0
        ? statesInWords(
            states.map(({ state }) => state.word),
            problems.length > 0,
          )
        : ''
    }.`,
    ...counted(
      [inDay('rejected'), 'message', 'rejected in 24 h'],
      [inDay('error'), 'message', 'invalid in 24 h'],
      [inDay('unreadable'), 'message', 'unreadable in 24 h'],
    ),
  ].join(' ');
  return problems.length > 0
    ? { sentence: problems.join(' '), hasProblem: true, counts }
    : { sentence: counts, hasProblem: false };
}
