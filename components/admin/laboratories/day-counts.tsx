/** Messages of the last 24 hours in one sentence. What needs a decision has the color of abnormal values. */
import { Fragment } from 'react';
import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { dayParts } from './feed-health';

export function DayCounts({ feed }: { feed: Pick<Feed, 'day'> }) {
  const { all, parts } = dayParts(feed);
  return (
    <>
      {all}
      {parts.map(({ words, needsReview }, at) => (
        <Fragment key={words}>
          {at === 0 ? ': ' : ', '}
          {needsReview ? <span className="font-semibold text-abnormal">{words}</span> : words}
        </Fragment>
      ))}
      .
    </>
  );
}
