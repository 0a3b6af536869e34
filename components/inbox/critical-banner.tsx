'use client';
/** On every page of administrators: critical results that no one has acknowledged in time. */
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';
import { TextLink } from '../ui/text-link';
import { useInboxAlarm } from './inbox-queries';

export function OverdueCriticalBanner({ alarm }: { alarm: InboxAlarm }) {
  const { forgotten, forgotten_minutes } = useInboxAlarm(alarm).value ?? alarm;
  if (forgotten === 0) return null;
  return (
    <section
      aria-label="Warning"
      className="border-b-2 border-critical bg-critical-tint px-4 py-1 text-center font-semibold text-critical print:hidden"
    >
      {count(forgotten, 'critical result')} unsigned for over {forgotten_minutes} minutes.{' '}
      <TextLink href="/inbox?scope=everyone">Open inbox</TextLink>
    </section>
  );
}
