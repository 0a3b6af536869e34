'use client';
/**
 * Above an open report: a newer version was received, or another user has signed or assigned this one. The values are
 * replaced only after a click, because the user may be acting on them.
 */
import { useEffect, useState } from 'react';
import { useFormat } from '#format';
import { background } from '../client/client';
import { reportClosed, tellRead } from '../client/changes';
import { readAfterChanges } from '../client/read-after-changes';
import { reassignedByOther, reviewedByOther } from '../results/signed-by';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { Notice } from '../ui/notice';
import { doneWords } from './done-words';
import { setOpenReportState, type DoneByOther } from './open-report-state';
import { OPEN_REPORT } from './report-focus';
import { useShowNewest } from './show-newest';

interface NewerVersionProps {
  id: string;
  /** As displayed. */
  version: number;
  /** URL with the report open; without it the page is read again. */
  place?: string | undefined;
  /** `usr_…` of the user, while the report is displayed as unsigned. */
  unsignedFor?: string | undefined;
  /** ID of the assignee, as displayed. */
  assignee: string | null;
}

type Found = 'newer' | 'gone' | DoneByOther | null;

/** To be keyed by report and version. */
export function NewerVersion({ id, version, place, unsignedFor, assignee }: NewerVersionProps) {
  const format = useFormat();
  const found = useNewerVersion(id, version, unsignedFor, assignee);
  const showNewest = useShowNewest(place);
  useEffect(() => {
    setOpenReportState({ done: typeof found === 'string' ? null : found });
    return () => setOpenReportState({ done: null });
  }, [found]);
  if (!found) return null;
  const [words, button, announced] = noticeWords(found, unsignedFor, format);
  return (
    <div role="alert" className="newer-version print:hidden">
      <Notice word="" isLine>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <strong>{words}</strong>
          <Button weight="secondary" onClick={() => showNewest(announced)}>
            {button}
          </Button>
        </span>
      </Notice>
    </div>
  );
}

function noticeWords(
  found: NonNullable<Found>,
  self: string | undefined,
  format: ReturnType<typeof useFormat>,
): [words: string, button: string, announced?: string] {
  if (found === 'newer') return ['A newer version was received.', 'Show newest version'];
  if (found === 'gone') return ['This report was moved or withdrawn.', 'Refresh'];
  const words = `${doneWords(found, self)} at ${format.clock(found.at)}.`;
  return [words, 'Show', words];
}

function useNewerVersion(
  id: string,
  version: number,
  unsignedFor: string | undefined,
  assignee: string | null,
): Found {
  const [found, setFound] = useState<Found>(null);
  useEffect(() => {
    let isClosed = false;
    const read = async (isOver: () => boolean) => {
      try {
        const newest = await background.reviews.getReviewState.query({ id });
        if (isOver()) return;
        if (newest.version > version) return setFound('newer');
        markRead(id, version);
        setFound(
          unsignedFor === undefined
            ? null
            : (reviewedByOther(newest, unsignedFor) ?? reassignedByOther(newest, unsignedFor, assignee)),
        );
      } catch (thrown) {
        if (shownError(thrown).code !== 'not_found') throw thrown;
        if (!isOver()) setFound('gone');
      }
    };
    const stop = readAfterChanges({
      isAffected: ({ results, critical, everything }) =>
        results.includes(id) || critical.includes(id) || everything,
      read,
    });
    const lost = () => setOpenReportState({ isUnread: true });
    // Before the message of the server, which takes seconds. After a failure, the server rejects an outdated signature.
    const back = () =>
      void read(() => isClosed)
        .catch(() => undefined)
        .finally(() => !isClosed && setOpenReportState({ isUnread: false }));
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    const seen = () => {
      if (document.visibilityState === 'visible') markRead(id, version);
    };
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => {
      isClosed = true;
      stop();
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
      setOpenReportState({ isUnread: false });
      reportClosed();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [id, version, unsignedFor, assignee]);
  // After Show the page shows it.
  if (found === null || typeof found === 'string') return found;
  const isShown = found.act === 'assigned' ? (found.to?.id ?? null) === assignee : false;
  return unsignedFor === undefined || isShown ? null : found;
}

/** Ends the message about a new critical result that is displayed. A narrow screen may show only the list. */
function markRead(id: string, version: number): void {
  const heading = document.getElementById(OPEN_REPORT) ?? document.querySelector('h1');
  if (heading && heading.getClientRects().length > 0) tellRead({ id, version });
}
