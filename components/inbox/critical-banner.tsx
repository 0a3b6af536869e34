'use client';
/** On every page of administrators: critical results that no one has acknowledged or matched in time. */
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';
import { TextLink } from '../ui/text-link';
import { useInboxAlarm } from './inbox-queries';

export function OverdueCriticalBanner({ alarm }: { alarm: InboxAlarm }) {
  const {
    forgotten,
    forgotten_unmatched: unmatched,
    forgotten_minutes: minutes,
  } = useInboxAlarm(alarm).value ?? alarm;
  if (forgotten === 0 && unmatched === 0) return null;
  return (
    <section
      aria-label="Warning"
      className="border-b-2 border-critical bg-critical-tint px-4 py-1 text-center font-semibold text-critical print:hidden"
    >
      {forgotten > 0 ? (
        <>
          {count(forgotten, 'critical result')} unsigned for over {minutes} minutes.{' '}
          <TextLink href="/inbox?scope=everyone">Open inbox</TextLink>{' '}
        </>
      ) : null}
      {unmatched > 0 ? (
        <>
          {count(unmatched, 'critical result')} unmatched for over {minutes} minutes.{' '}
          <TextLink href="/unmatched">Open unmatched</TextLink>
        </>
      ) : null}
    </section>
  );
}
