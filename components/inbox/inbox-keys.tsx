'use client';
/**
 * Moving through the inbox by keys: the next and the previous report open beside the list, `o` opens the chart, `x` marks
 * the line that has the focus, else the open report, to be signed together with others.
 */
import { useRouter } from 'next/navigation';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { showAction } from '../shell/latest-action';
import { LEFT_OUT_WORDS, type LeftOut } from '@/server/domain/reviews/rules';
import { toggleMark } from './marks';
import { sayOnArrival } from './report-focus';

interface InboxKeysProps {
  /** The open one. */
  report: string | null;
  previous: string | null;
  next: string | null;
  chart: string | null;
}

/** Its line in the list: it says whether the report may be signed together with others. */
function lineOf(report: string | null): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-report]');
  if (focused) return focused;
  return report === null ? null : document.querySelector(`[data-report="${report}"]`);
}

export function InboxKeys({ report, previous, next, chart }: InboxKeysProps) {
  const router = useRouter();
  const open = (href: string | null) => () => {
    if (!href) return;
    sayOnArrival('');
    router.replace(href);
  };
  function mark() {
    const line = lineOf(report);
    const id = line?.dataset.report;
    if (!id) return;
    const why = line.dataset.alone as LeftOut | undefined;
    if (why) return showAction({ sentence: `This report is signed by itself: ${LEFT_OUT_WORDS[why]}.` });
    const isMarked = toggleMark(id);
    showAction({
      sentence: isMarked ? 'Marked to sign together with others' : 'No longer marked',
      undo: () => {
        toggleMark(id);
        return Promise.resolve({ sentence: isMarked ? 'No longer marked.' : 'Marked again.' });
      },
    });
  }
  useSingleKeys(
    { j: open(next), k: open(previous), o: () => chart && router.push(chart), x: mark },
    { j: 'next report', k: 'previous report', o: 'open in the chart', x: 'mark, to sign several' },
  );
  return null;
}
