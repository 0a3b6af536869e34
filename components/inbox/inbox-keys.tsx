'use client';
/** Keys of the inbox. `x` selects the focused row, otherwise the open report. */
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { isNavigating, onNavigation } from '../client/navigation';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { staysOffline } from '../ui/stay-offline';
import { showToast } from '../ui/toast';
import { LEFT_OUT_WORDS, type LeftOut } from '@/server/domain/reviews/rules';
import { chosenReport, setChosen, setLoadingReport } from './chosen-report';
import { reportUnopened } from './early-press';
import { announceOnOpen } from './report-focus';
import { toggleSelected } from './selection';

interface InboxKeysProps {
  /** The open report. */
  report: string | null;
  /** The listed reports, in their order. */
  listed: readonly { id: string; href: string }[];
  chart: string | null;
  /** The chart must be opened before the report can be read. */
  isRestricted: boolean;
}

function rowOf(report: string | null): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-report]');
  if (focused) return focused;
  return report === null ? null : document.querySelector(`[data-report="${report}"]`);
}

let mounted = 0;

/** Opens the report chosen last. Each report has its own page, so this starts again with each. */
function useChoice({ report, listed }: Pick<InboxKeysProps, 'report' | 'listed'>) {
  const router = useRouter();
  function load(id: string) {
    const href = listed.find((one) => one.id === id)?.href;
    if (!href || staysOffline()) return setChosen(null);
    setChosen({ id, loading: id });
    announceOnOpen('');
    router.replace(href);
  }
  const onStart = useEffectEvent((url: string) => {
    const chosen = chosenReport();
    if (chosen && !url.includes(chosen.loading)) setChosen(null);
    setLoadingReport(listed.find(({ id }) => id !== report && url.includes(id))?.id ?? null);
  });
  useEffect(() => onNavigation((url) => onStart(url)), []);
  // After the listener, as it may load another report.
  const onOpen = useEffectEvent((shown: string | null) => {
    const chosen = chosenReport();
    if (!chosen || chosen.loading !== shown || chosen.id === shown) return setChosen(null);
    load(chosen.id);
  });
  useEffect(() => {
    setLoadingReport(null);
    onOpen(report);
  }, [report]);
  useEffect(() => {
    mounted += 1;
    return () => {
      mounted -= 1;
      // After the page of the next report has mounted.
      queueMicrotask(() => {
        if (mounted > 0) return;
        setChosen(null);
        setLoadingReport(null);
      });
    };
  }, []);
  return (step: 1 | -1) => () => {
    const chosen = chosenReport();
    // Another page is loading, for example the report after a signed one.
    if (!chosen && isNavigating()) return;
    const from = chosen?.id ?? report;
    const next = listed[listed.findIndex(({ id }) => id === from) + step]?.id;
    if (!next) return;
    if (chosen) setChosen({ ...chosen, id: next });
    else load(next);
  };
}

const openFirst = () => showToast({ sentence: 'Open the chart first.', isHint: true });
/** Keys that act on a report. */
const DENIED = { s: openFirst, c: openFirst, f: openFirst };

export function InboxKeys({ report, listed, chart, isRestricted }: InboxKeysProps) {
  const router = useRouter();
  const choose = useChoice({ report, listed });
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
    {
      j: choose(1),
      k: choose(-1),
      o: () => chart && !staysOffline() && router.push(chart),
      x: select,
      ...(isRestricted ? DENIED : {}),
    },
    { j: 'next report', k: 'previous report', o: 'open in chart', x: 'select to sign several' },
    { keys: 'jk', onEarly: reportUnopened },
  );
  return null;
}
