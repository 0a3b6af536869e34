'use client';
/** When the start page was read, and whether it has changed since. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useFormat } from '#format';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { backgroundTrpc } from '../client/query-client';
import { showHeldChanges, useHasHeldChanges, useHasChanged } from '../client/live-rows';
import { count } from '../format/numbers';
import { useInboxAlarm } from '../inbox/inbox-queries';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';

/** Of one height, so that no row moves under the pointer. */
const LINE = 'flex min-h-8 items-center gap-x-1 pointer-coarse:min-h-11';

/** Critical results of the page, unmatched ones included: `ids` are those with a row. */
interface ShownCriticals {
  count: number;
  ids: readonly string[];
}

interface TodayUpdatedProps {
  day: string;
  asOf: string;
  /** Null for users who cannot sign. */
  alarm: InboxAlarm | null;
  shown: ShownCriticals;
}

export function TodayUpdated({ day, asOf, alarm, shown }: TodayUpdatedProps) {
  const format = useFormat();
  const isHeld = useHasHeldChanges();
  return (
    <p className={LINE}>
      {day} ·{' '}
      {isHeld ? (
        alarm ? (
          <ChangedSince alarm={alarm} asOf={asOf} shown={shown} />
        ) : (
          <Changed newer={0} />
        )
      ) : (
        `Updated ${format.clock(asOf)}`
      )}
    </p>
  );
}

/**
 * In place of the time of a critical result. The value is not crossed out: after an escalation or a new assignment it is
 * still current.
 */
export const UnlessChanged = ({ id, children }: { id: string; children: ReactNode }) =>
  useHasChanged(id) ? <strong className="block font-semibold text-info">Changed</strong> : children;

interface NoCriticalProps {
  alarm: InboxAlarm | null;
  words: string;
}

/** Instead of the critical results, of which the page shows none. */
export function NoCritical({ words, alarm }: NoCriticalProps) {
  const isHeld = useHasHeldChanges();
  const none = (
    <>
      <Icon name="success" />
      {words}
    </>
  );
  return (
    <p className={`${LINE} mb-5 gap-x-2 border border-line bg-canvas px-4 py-1 font-semibold`}>
      {alarm ? <UnlessNew alarm={alarm}>{none}</UnlessNew> : isHeld ? <Changed newer={0} /> : none}
    </p>
  );
}

function UnlessNew({ alarm, children }: { alarm: InboxAlarm; children: ReactNode }) {
  const { critical } = useInboxAlarm(alarm).value ?? alarm;
  return critical > 0 ? <Changed newer={critical} /> : children;
}

function ChangedSince({ alarm, asOf, shown }: Omit<TodayUpdatedProps, 'day'> & { alarm: InboxAlarm }) {
  const now = useInboxAlarm(alarm).value ?? alarm;
  const { data, refetch } = useQuery(
    backgroundTrpc.reviews.listNewCriticalResults.queryOptions({ since: asOf }),
  );
  // With each count, which alone does not show a new result while another is signed.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch, now.as_of]);
  const listed = data
    ? data.total +
      data.unmatched.length -
      [...data.data, ...data.unmatched].filter(({ id }) => shown.ids.includes(id)).length
    : 0;
  return <Changed newer={Math.max(listed, now.critical + now.unmatched_critical - shown.count)} />;
}

const Changed = ({ newer }: { newer: number }) => (
  <>
    <span className="font-semibold text-ink">
      {newer > 0 ? (
        <span className="text-critical">{count(newer, 'new critical result')}.</span>
      ) : (
        'This page has changed.'
      )}
    </span>
    <Button
      weight="quiet"
      onClick={() => {
        showHeldChanges();
        document.getElementById('main')?.focus();
      }}
    >
      Show
    </Button>
  </>
);
