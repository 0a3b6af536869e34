import type { InboxAlarm } from '@/server/domain/reviews/contract';

/** All that needs action by the user. */
export const criticalOf = (alarm: InboxAlarm | null): number =>
  alarm ? alarm.critical + alarm.unmatched_critical : 0;

/**
 * "(1 critical) Inbox": visible in a background tab. It replaces an earlier count, and names no patient. Without a space at
 * the end, which the browser would remove from `document.title`: the count would be set again and again.
 */
export const titleWithCount = (title: string, critical: number): string =>
  `${critical > 0 ? `(${critical} critical) ` : ''}${title.replace(/^\(\d+ critical\) ?/, '')}`.trimEnd();
