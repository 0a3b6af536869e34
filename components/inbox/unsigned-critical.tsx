'use client';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';
import { Icon } from '../ui/icons';
import { useInboxAlarm } from './inbox-queries';

/** For the overview of administrators. */
export function UnsignedCritical({ alarm }: { alarm: InboxAlarm }) {
  const { value, isLive, isOnline } = useInboxAlarm(alarm);
  const { unsigned, forgotten, forgotten_minutes, unmatched_critical: unmatched } = value ?? alarm;
  const hasProblem = unsigned > 0 || unmatched > 0 || !isLive;
  const overdue = forgotten > 0 ? `, ${forgotten} for over ${forgotten_minutes} minutes` : '';
  return (
    <p className={hasProblem ? 'flex items-start gap-2 font-semibold text-abnormal' : ''}>
      {hasProblem ? <Icon name="problem" className="mt-1 size-4 shrink-0" /> : null}
      <span>
        {unsigned === 0
          ? 'No unsigned critical results.'
          : `${count(unsigned, 'unsigned critical result')}${overdue}.`}
        {unmatched > 0 ? ` ${count(unmatched, 'unmatched critical result')}.` : ''}
        {isLive ? '' : isOnline ? ' The server could not be reached.' : ' Offline.'}
      </span>
    </p>
  );
}
