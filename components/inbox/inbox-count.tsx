'use client';
/** The number of unsigned critical reports, in the frame of every page. */
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';
import { Icon } from '../ui/icons';
import { useInboxAlarm } from './inbox-queries';

export function InboxCount({ alarm }: { alarm: InboxAlarm | null }) {
  const { value, isLive } = useInboxAlarm(alarm);
  const critical = value?.critical ?? 0;
  if (critical === 0 && isLive) return null;
  const tone = critical > 0 ? 'text-critical' : 'text-ink';
  return (
    <>
      {' '}
      <span className={`inbox-count bg-paper font-bold ${tone}`}>
        {critical > 0 ? `${critical} critical` : ''}
        {isLive ? '' : critical > 0 ? ', offline' : 'Offline'}
      </span>
    </>
  );
}

/** For the overview of administrators. */
export function UnsignedCritical({ alarm }: { alarm: InboxAlarm }) {
  const { value, isLive } = useInboxAlarm(alarm);
  const { unsigned, forgotten, forgotten_minutes } = value ?? alarm;
  const overdue = forgotten > 0 ? `, ${forgotten} for over ${forgotten_minutes} minutes` : '';
  return (
    <p className={unsigned > 0 || !isLive ? 'flex items-start gap-2 font-semibold text-abnormal' : ''}>
      {unsigned > 0 || !isLive ? <Icon name="problem" className="mt-1 size-4 shrink-0" /> : null}
      <span>
        {unsigned === 0
          ? 'No unsigned critical results.'
          : `${count(unsigned, 'unsigned critical result')}${overdue}.`}
        {isLive ? '' : ' Offline.'}
      </span>
    </p>
  );
}
