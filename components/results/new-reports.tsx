'use client';
/**
 * Over the heading of a page with results of a patient: reports that were received since. They are shown after a click,
 * because rows that move under the pointer would be other reports; a page that Back shows again is read again.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { chartCode } from '@/server/domain/changes/rules';
import { background } from '../client/client';
import { hearChanges, type TabChanges } from '../client/changes';
import { quietly } from '../client/router-requests';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { announce } from '../ui/live-region';
import { idOf, keysOfList, keysOfSheet } from './report-keys';

/** All pages of the organization receive a change at the same moment. */
const LOOK_MS = 500;

type ListInput = Parameters<typeof background.labResults.listPatientResults.query>[0];
type SheetInput = Parameters<typeof background.labResults.getFlowSheet.query>[0];

interface NewReportsProps {
  /** What the page shows. */
  read: { list: ListInput; sheet?: never } | { sheet: SheetInput; list?: never };
  /** ID of each report, and its version in a list. */
  shown: readonly string[];
  /** The position of the page's data. */
  since: string;
}

export function NewReports({ read, shown, since }: NewReportsProps) {
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const [page, input] = [JSON.stringify(shown), JSON.stringify(read)];
  const code = chartCode((read.list ?? read.sheet).patient_id);
  const [found, setFound] = useState({ page, words: '' });
  const words = found.page === page ? found.words : '';

  useEffect(() => {
    let isMissed = false;
    const hear = ({ charts, everything }: TabChanges) => (isMissed ||= everything || charts.includes(code));
    hearChanges(hear, first)();
    if (isMissed) quietly(() => router.refresh());
  }, [code, first, router]);

  useEffect(() => {
    const { list, sheet } = JSON.parse(input) as NewReportsProps['read'];
    let isDue = false;
    let isOver = false;
    let timer = 0;
    const look = async () => {
      // A page in the background reads no patient.
      if (!isDue || document.visibilityState !== 'visible') return;
      isDue = false;
      try {
        const keys = list
          ? keysOfList(await background.labResults.listPatientResults.query(list))
          : keysOfSheet(await background.labResults.getFlowSheet.query(sheet));
        if (isOver || JSON.stringify(keys) === page) return;
        const known = new Set((JSON.parse(page) as string[]).map(idOf));
        const fresh = keys.filter((key) => !known.has(idOf(key))).length;
        setFound({ page, words: fresh > 0 ? `${count(fresh, 'new report')}.` : 'Reports have changed.' });
      } catch {
        // Until the next change, or the next time the page is visible.
        isDue = true;
      }
    };
    const silent = hearChanges(({ charts, everything, position }) => {
      if (!charts.includes(code) && !(everything && position)) return;
      isDue = true;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), Math.random() * LOOK_MS);
    });
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    return () => {
      isOver = true;
      silent();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [page, input, code]);

  useEffect(() => {
    if (words) announce(words);
  }, [words]);

  if (!words) return null;
  return (
    <div className="new-reports print:hidden">
      <p className="flex items-center gap-2 border-l-4 border-info bg-info-tint py-1 pr-1 pl-3 font-semibold">
        <Icon name="info" className="size-4 shrink-0" />
        {words}
        <Button
          weight="quiet"
          onClick={() => {
            router.refresh();
            document.getElementById('main')?.focus();
          }}
        >
          Show
        </Button>
      </p>
    </div>
  );
}
