'use client';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';
import { Icon } from '../ui/icons';
import { useInboxAlarm } from './inbox-queries';

/** For the overview of administrators. */
export function UnsignedCritical({ alarm }: { alarm: InboxAlarm }) {
  const { value, isLive, isOnline } = useInboxAlarm(alarm);
  const { unsigned, forgotten, forgotten_minutes } = value ?? alarm;
  const overdue = forgotten > 0 ? `, ${forgotten} for over ${forgotten_minutes} minutes` : '';
  return (
    <p className={unsigned > 0 || !isLive ? 'flex items-start gap-2 font-semibold text-abnormal' : ''}>
      {unsigned > 0 || !isLive ? <Icon name="problem" className="mt-1 size-4 shrink-0" /> : null}
      <span>
        {unsigned === 0
          ? 'No unsigned critical results.'
          : `${count(unsigned, 'unsigned critical result')}${overdue}.`}
        {isLive ? '' : isOnline ? ' The server could not be reached.' : ' Offline.'}
      </span>
    </p>
  );
}
