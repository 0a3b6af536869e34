'use client';
/** The number of unsigned critical reports, in the frame of every page. */
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { useInboxAlarm } from './inbox-queries';

export function InboxCount({ alarm }: { alarm: InboxAlarm | null }) {
  const { value, isLive, isOnline } = useInboxAlarm(alarm);
  const critical = value?.critical ?? 0;
  if (critical === 0 && isLive) return null;
  const [later, alone] = isOnline ? ['no server', 'No server'] : ['offline', 'Offline'];
  const tone = critical > 0 ? 'text-critical' : 'text-ink';
  return (
    <>
      {' '}
      <span className={`inbox-count bg-paper font-bold ${tone}`}>
        {critical > 0 ? `${critical} critical` : ''}
        {isLive ? '' : critical > 0 ? `, ${later}` : alone}
      </span>
    </>
  );
}
