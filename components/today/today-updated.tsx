'use client';
/** When the start page was read, and whether it has changed since. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { showHeldChanges, useHasHeldChanges, useHasChanged } from '../client/live-rows';
import { count } from '../format/numbers';
import { useInboxAlarm } from '../inbox/inbox-queries';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';

/** Of one height, so that no row moves under the pointer. */
const LINE = 'flex min-h-8 items-center gap-x-1 pointer-coarse:min-h-11';

interface ShownProps {
  /** Null for users who cannot sign. */
  alarm: InboxAlarm | null;
  /** Critical results of the page. */
  shown: number;
}

interface TodayUpdatedProps extends ShownProps {
  day: string;
  asOf: string;
}

export function TodayUpdated({ day, asOf, ...critical }: TodayUpdatedProps) {
  const format = useFormat();
  const isHeld = useHasHeldChanges();
  return (
    <p className={LINE}>
      {day} · {isHeld ? <Changed {...critical} /> : `Updated ${format.clock(asOf)}`}
    </p>
  );
}

/**
 * In place of the time of a critical result. The value is not crossed out: after an escalation or a new assignment it is
 * still current.
 */
export const UnlessChanged = ({ id, children }: { id: string; children: ReactNode }) =>
  useHasChanged(id) ? <strong className="block font-semibold text-info">Changed</strong> : children;

interface NoCriticalProps extends ShownProps {
  words: string;
}

/** Instead of the critical results, of which the page shows none. */
export function NoCritical({ words, ...critical }: NoCriticalProps) {
  const isHeld = useHasHeldChanges();
  const none = (
    <>
      <Icon name="success" />
      {words}
    </>
  );
  return (
    <p className={`${LINE} mb-5 gap-x-2 border border-line bg-canvas px-4 py-1 font-semibold`}>
      {critical.alarm ? (
        <UnlessNew alarm={critical.alarm} shown={critical.shown}>
          {none}
        </UnlessNew>
      ) : isHeld ? (
        <Changed {...critical} />
      ) : (
        none
      )}
    </p>
  );
}

interface CountedProps {
  alarm: InboxAlarm;
  shown: number;
}

const UnlessNew = ({ children, ...critical }: CountedProps & { children: ReactNode }) =>
  useNewer(critical) > 0 ? <Changed {...critical} /> : children;

const Changed = ({ alarm, shown }: ShownProps) => (
  <>
    <span className="font-semibold text-ink">
      {alarm ? <NewCritical alarm={alarm} shown={shown} /> : 'This page has changed.'}
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

function NewCritical(critical: CountedProps) {
  const newer = useNewer(critical);
  return newer > 0 ? (
    <span className="text-critical">{count(newer, 'new critical result')}.</span>
  ) : (
    'This page has changed.'
  );
}

const useNewer = ({ alarm, shown }: CountedProps): number =>
  (useInboxAlarm(alarm).value ?? alarm).critical - shown;
