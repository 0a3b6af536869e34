'use client';
/** For administrators, on every page: critical values of which nobody has taken note for too long. */
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';
import { TextLink } from '../ui/text-link';
import { useInboxAlarm } from './inbox-queries';

export function ForgottenBand({ alarm }: { alarm: InboxAlarm }) {
  const { forgotten, forgotten_minutes } = useInboxAlarm(alarm).value ?? alarm;
  if (forgotten === 0) return null;
  return (
    <section
      aria-label="Warning"
      className="border-b-2 border-critical bg-critical-tint px-4 py-1 text-center font-semibold text-critical print:hidden"
    >
      {count(forgotten, 'critical result has', 'critical results have')} waited for more than{' '}
      {forgotten_minutes} minutes, and nobody has signed.{' '}
      <TextLink href="/inbox?scope=everyone">Open the inbox</TextLink>
    </section>
  );
}

/** Without a number nobody may think that nothing waits. */
export function UncountedBand({ requestId }: { requestId: string | null }) {
  return (
    <section
      aria-label="Warning"
      className="border-b-2 border-ink bg-canvas px-4 py-1 text-center font-semibold print:hidden"
    >
      The critical results that wait could not be counted. Some may wait.{' '}
      <TextLink href="/inbox">Open the inbox</TextLink>
      {requestId ? (
        <span className="ml-2 text-sm font-normal">
          Request id <code className="font-mono wrap-anywhere select-all">{requestId}</code>
        </span>
      ) : null}
    </section>
  );
}
