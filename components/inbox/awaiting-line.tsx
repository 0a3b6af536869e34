'use client';
/** Whose signature an open report awaits, also after a colleague has assigned or signed it. */
import type { ReviewState } from '@/server/domain/reviews/contract';
import { doneWords } from './done-words';
import { useOpenReportState } from './open-report-state';

export function AwaitingLine({ reviewer: displayed }: Pick<ReviewState, 'reviewer'>) {
  const { done } = useOpenReportState();
  if (done && done.act !== 'assigned') return <p>{doneWords(done)}.</p>;
  const reviewer = done ? done.to : displayed;
  return (
    <p>
      {reviewer ? (
        <>
          Awaiting signature by <bdi>{reviewer.name}</bdi>.
        </>
      ) : (
        'Awaiting signature, unassigned.'
      )}
    </p>
  );
}
