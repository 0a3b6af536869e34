/** Messages of the last 24 hours, as links to them. What needs a decision has the color of abnormal values. */
import { useFormat } from '#format';
import { Fragment } from 'react';
import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { hrefOf } from '../../ui/pager';
import { TextLink } from '../../ui/text-link';
import { dayParts } from './feed-health';

const DAY_MS = 24 * 3_600_000;

interface DayCountsProps {
  feed: Pick<Feed, 'id' | 'day'>;
  now: number;
}

export function DayCounts({ feed, now }: DayCountsProps) {
  const format = useFormat();
  const { all, parts } = dayParts(feed);
  const from = format.dayOf(new Date(now - DAY_MS).toISOString());
  const hrefTo = (query: { state?: string; from?: string }) =>
    hrefOf('/admin/lab-connections/messages', { connection: feed.id, ...query });
  return (
    <>
      <TextLink href={hrefTo(parts.length === 0 ? {} : { from })}>{all}</TextLink>
      {parts.map(({ state, words, needsReview }, at) => (
        <Fragment key={state}>
          {at === 0 ? ': ' : ', '}
          <TextLink
            href={hrefTo({ state, from })}
            className={needsReview ? 'font-semibold whitespace-nowrap text-abnormal' : 'whitespace-nowrap'}
          >
            {words}
          </TextLink>
        </Fragment>
      ))}
      .
    </>
  );
}
