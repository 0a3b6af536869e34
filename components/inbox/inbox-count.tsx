'use client';
/** The number of unsigned or unmatched critical reports, in the frame of every page. */
import type { PlaceCount } from '../shell/places';
import { useInboxAlarm } from './inbox-queries';

export function InboxCount({ of, alarm, isSecond }: PlaceCount) {
  const { value, isLive: isKnown, isOnline } = useInboxAlarm(alarm);
  const critical = value?.[of] ?? 0;
  const isLive = isKnown || isSecond;
  if (critical === 0 && isLive) return null;
  const [later, alone] = isOnline ? ['no server', 'No server'] : ['offline', 'Offline'];
  const tone = critical > 0 ? 'text-critical' : 'text-ink';
  return (
    <>
      {' '}
      <span className={`inbox-count bg-paper font-bold ${tone}`}>
        {critical > 0 ? (
          <>
            {critical}
            {/* Otherwise the bar gets another line, and moves the page under the pointer. */}
            <span className={isSecond ? 'md:max-xl:sr-only' : ''}> critical</span>
          </>
        ) : null}
        {isLive ? '' : critical > 0 ? `, ${later}` : alone}
      </span>
    </>
  );
}
