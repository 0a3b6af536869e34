'use client';
/**
 * Moving through the inbox by keys: the next and the previous report open beside the list, `o` opens the chart, `x` marks
 * the open report to be signed together with others.
 */
import { useRouter } from 'next/navigation';
import { useSingleKeys } from '../keys/single-keys';
import { announce } from '../ui/live-region';
import { toggleMark } from './marks';
import { sayOnArrival } from './report-focus';

interface InboxKeysProps {
  /** The open one. */
  report: string | null;
  /** It is plainly normal. */
  canMark: boolean;
  previous: string | null;
  next: string | null;
  chart: string | null;
}

export function InboxKeys({ report, canMark, previous, next, chart }: InboxKeysProps) {
  const router = useRouter();
  const open = (href: string | null) => () => {
    if (!href) return;
    sayOnArrival('');
    router.replace(href);
  };
  function mark() {
    if (!report) return;
    if (!canMark) return announce('This report is signed by itself: it is not plainly normal.');
    announce(toggleMark(report) ? 'Marked, to be signed together with others.' : 'No longer marked.');
  }
  useSingleKeys(
    { j: open(next), k: open(previous), o: () => chart && router.push(chart), x: mark },
    { j: 'next report', k: 'previous report', o: 'open in the chart', x: 'mark, to sign several' },
  );
  return null;
}
