'use client';
/**
 * Above an open report: a newer version was received, or another user has signed this one. The values are replaced only after a click, because the user may be
 * acting on them.
 */
import { useEffect, useState } from 'react';
import { useFormat } from '#format';
import { background } from '../client/client';
import { tellChanges } from '../client/changes';
import { readAfterChanges } from '../client/read-after-changes';
import { isolate } from '../format/isolate';
import { reviewedByOther } from '../results/signed-by';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { Notice } from '../ui/notice';
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
}

type Found = 'newer' | 'gone' | NonNullable<ReturnType<typeof reviewedByOther>> | null;

/** To be keyed by report and version. */
export function NewerVersion({ id, version, place, unsignedFor }: NewerVersionProps) {
  const format = useFormat();
  const found = useNewerVersion(id, version, unsignedFor);
  const showNewest = useShowNewest(place);
  if (!found) return null;
  const [words, button, announced] = noticeWords(found, format);
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
  format: ReturnType<typeof useFormat>,
): [words: string, button: string, announced?: string] {
  if (found === 'newer') return ['A newer version was received.', 'Show newest version'];
  if (found === 'gone') return ['This report was moved or withdrawn.', 'Refresh'];
  const done = found.act === 'seen' ? 'Marked as seen' : 'Signed';
  const words = `${done} by ${isolate(found.name)} at ${format.clock(found.at)}.`;
  return [words, 'Show', words];
}

function useNewerVersion(id: string, version: number, unsignedFor: string | undefined): Found {
  const [found, setFound] = useState<Found>(null);
  useEffect(() => {
    const stop = readAfterChanges({
      isAffected: ({ results, critical, everything }) =>
        results.includes(id) || critical.includes(id) || everything,
      async read(isOver) {
        try {
          const newest = await background.reviews.getReviewState.query({ id });
          if (isOver()) return;
          if (newest.version > version) return setFound('newer');
          markRead(id, version);
          setFound(unsignedFor === undefined ? null : reviewedByOther(newest, unsignedFor));
        } catch (thrown) {
          if (shownError(thrown).code !== 'not_found') throw thrown;
          setFound('gone');
        }
      },
    });
    const seen = () => {
      if (document.visibilityState === 'visible') markRead(id, version);
    };
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [id, version, unsignedFor]);
  // After Show the page shows it.
  return typeof found === 'object' && unsignedFor === undefined ? null : found;
}

/** Ends the message about a new critical result that is displayed. A narrow screen may show only the list. */
function markRead(id: string, version: number): void {
  const heading = document.getElementById(OPEN_REPORT) ?? document.querySelector('h1');
  if (heading && heading.getClientRects().length > 0) tellChanges({ read: { id, version } });
}
