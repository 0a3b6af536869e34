'use client';
/** In the inbox, which does not list them: critical results without a patient. */
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { useInboxAlarm } from './inbox-queries';

export function UnmatchedCriticalLink({ alarm }: { alarm: InboxAlarm }) {
  const { unmatched_critical: total, first_unmatched: first } = useInboxAlarm(alarm).value ?? alarm;
  if (first === null) return null;
  return (
    <TextLink
      href={`/unmatched/${first}`}
      className="target inline-flex min-h-6 items-center gap-1.5 font-semibold text-critical"
    >
      <Icon name="problem" className="size-4 shrink-0" />
      {count(total, 'unmatched critical result')}
    </TextLink>
  );
}
