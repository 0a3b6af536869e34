/** The state of a laboratory's feed in one sentence, the gravest first. */
import type { Feed, FeedHealth } from '@/server/domain/lab-connections/health-contract';
import type { Format } from '../../format/format';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import { PROBLEM_WORDS } from './connection-words';

export interface FeedState {
  word: 'Paused' | 'Silent' | 'Trouble' | 'Attention' | 'Behind' | 'Not used yet' | 'Healthy';
  sentence: string;
  troubled: boolean;
}

export function feedState(feed: Feed, format: Format, now: number): FeedState {
  const at = (instant: string): string => format.instant(instant);
  const { last_message_at, silent_since, last_problem, last_problem_at } = feed;
  const last = last_message_at ? `Last message ${at(last_message_at)}.` : 'No message ever came.';
  const troubled = (word: FeedState['word'], ...sentences: (string | null)[]): FeedState => ({
    word,
    sentence: sentences.filter((sentence) => sentence !== null).join(' '),
    troubled: true,
  });
  if (isBehind(feed, now)) return troubled('Behind', behindWords(feed, at), last, problemOf(feed, at));
  if (!feed.enabled)
    return { word: 'Paused', sentence: `Nothing is taken from the laboratory. ${last}`, troubled: false };
  if (silent_since)
    return troubled(
      'Silent',
      `Since ${at(silent_since)} no message has come for ${count(feed.silence_hours ?? 0, 'hour')}.`,
      last,
      problemOf(feed, at),
    );
  // A message that came later shows that it is over.
  const isProblem =
    last_problem !== null &&
    last_problem_at !== null &&
    (!last_message_at || Date.parse(last_problem_at) >= Date.parse(last_message_at));
  if (isProblem) return troubled('Trouble', problemOf(feed, at), last);
  if (isRejectingAll(feed.day))
    return troubled('Trouble', 'Every message of the last 24 hours was rejected.', last);
  if (feed.parked > 0)
    return troubled('Attention', `${count(feed.parked, 'message')} failed and set aside.`, last);
  if (!last_message_at) return { word: 'Not used yet', sentence: last, troubled: false };
  return { word: 'Healthy', sentence: `${last} ${dayWords(feed)}`, troubled: false };
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
  `Oldest waiting message: ${at(waiting_since!)}. ${count(waiting, 'message')} unprocessed.`;

const problemOf = (
  { last_problem, last_problem_at }: Feed,
  at: (instant: string) => string,
): string | null =>
  last_problem && last_problem_at ? `${PROBLEM_WORDS[last_problem]} (${at(last_problem_at)})` : null;

/** Messages of the last 24 hours. */
export function dayWords({ day }: Pick<Feed, 'day'>): string {
  const of = (...states: (keyof Feed['day'])[]): number =>
    states.reduce((sum, state) => sum + (day[state] ?? 0), 0);
  const all = Object.values(day).reduce<number>((sum, number) => sum + (number ?? 0), 0);
  if (all === 0) return 'None in 24 hours.';
  const parts = [
    [of('processed'), 'worked up'],
    [of('received'), 'waiting'],
    [of('unmatched', 'conflict'), 'for a person to decide'],
    [of('test'), 'as a test'],
    [of('stale'), 'older than the filed version'],
    [of('duplicate'), 'repeated'],
    [of('rejected', 'error'), 'not taken'],
    [of('parked'), 'set aside'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${all} in 24 hours: ${told.join(', ')}.`;
}

/** All feeds in one sentence, for the overview: alarms by name, then what waits for somebody. */
export function feedsInWords(
  { feeds, as_of }: FeedHealth,
  format: Format,
): { sentence: string; troubled: boolean } {
  if (feeds.length === 0)
    return { sentence: 'None. No laboratory can send results until you add one.', troubled: false };
  const now = Date.parse(as_of);
  const troubled = feeds.filter((feed) => feedState(feed, format, now).troubled);
  const refused = feeds.reduce((sum, { day }) => sum + (day.rejected ?? 0) + (day.error ?? 0), 0);
  const parked = feeds.reduce((sum, feed) => sum + feed.parked, 0);
  const unmapped = feeds.reduce((sum, feed) => sum + feed.unmapped, 0);
  const parts = [
    ...(troubled.length === 0
      ? [`${count(feeds.length, 'connection')}, none in trouble.`]
      : troubled.map((feed) => `${isolate(feed.name)}: ${feedState(feed, format, now).sentence}`)),
    ...(parked > 0 ? [`${count(parked, 'message')} set aside in all.`] : []),
    ...(refused > 0 ? [`${count(refused, 'message')} not taken in 24 hours.`] : []),
    ...(unmapped > 0 ? [`${count(unmapped, 'code')} to be mapped.`] : []),
  ];
  return { sentence: parts.join(' '), troubled: troubled.length > 0 };
}
