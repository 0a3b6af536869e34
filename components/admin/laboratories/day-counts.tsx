/** Messages of the last 24 hours, as links to them. What needs a decision has the color of abnormal values. */
import { Fragment } from 'react';
import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { hrefOf } from '../../ui/pager';
import { TextLink } from '../../ui/text-link';
import { dayParts } from './feed-health';

interface DayCountsProps {
  feed: Pick<Feed, 'id' | 'day'>;
}

export function DayCounts({ feed }: DayCountsProps) {
  const { all, parts } = dayParts(feed);
  const hrefTo = (query: { state?: string; period?: 'day' }) =>
    hrefOf('/admin/lab-connections/messages', { connection: feed.id, ...query });
  return (
    <>
      <TextLink href={hrefTo(parts.length === 0 ? {} : { period: 'day' })}>{all}</TextLink>
      {parts.map(({ state, words, needsReview }, at) => (
        <Fragment key={state}>
          {at === 0 ? ': ' : ', '}
          <TextLink
            href={hrefTo({ state, period: 'day' })}
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
