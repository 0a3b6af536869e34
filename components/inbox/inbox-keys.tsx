'use client';
/** Keys of the inbox. `x` selects the focused row, otherwise the open report. */
import { useRouter } from 'next/navigation';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { showToast } from '../ui/toast';
import { LEFT_OUT_WORDS, type LeftOut } from '@/server/domain/reviews/rules';
import { announceOnOpen } from './report-focus';
import { toggleSelected } from './selection';

interface InboxKeysProps {
  /** The open report. */
  report: string | null;
  previous: string | null;
  next: string | null;
  chart: string | null;
}

function rowOf(report: string | null): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-report]');
  if (focused) return focused;
  return report === null ? null : document.querySelector(`[data-report="${report}"]`);
}

export function InboxKeys({ report, previous, next, chart }: InboxKeysProps) {
  const router = useRouter();
  const open = (href: string | null) => () => {
    if (!href) return;
    announceOnOpen('');
    router.replace(href);
  };
  function select() {
    const row = rowOf(report);
    const id = row?.dataset.report;
    if (!id) return;
    const why = row.dataset.alone as LeftOut | undefined;
    if (why)
      return showToast({
        sentence: `Sign this report separately: ${LEFT_OUT_WORDS[why]}.`,
        isHint: true,
      });
    const isSelected = toggleSelected(id);
    showToast({
      sentence: isSelected ? 'Report selected' : 'Report deselected',
      undo: () => {
        toggleSelected(id);
        return Promise.resolve({ sentence: isSelected ? 'Report deselected.' : 'Report selected.' });
      },
    });
  }
  useSingleKeys(
    { j: open(next), k: open(previous), o: () => chart && router.push(chart), x: select },
    { j: 'next report', k: 'previous report', o: 'open in chart', x: 'select to sign several' },
  );
  return null;
}
