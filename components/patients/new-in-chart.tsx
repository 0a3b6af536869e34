'use client';
/**
 * Over the heading of a page of a chart: what was received or has changed since. It is shown after a click, because rows
 * that move under the pointer would be others; a page that Back shows again is read again.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useState, type ReactNode } from 'react';
import { chartCode } from '@/server/domain/changes/rules';
import { background } from '../client/client';
import { hearChanges, type TabChanges } from '../client/changes';
import { quietly } from '../client/router-requests';
import { count } from '../format/numbers';
import { idOf, keysOfList, keysOfSheet } from '../results/report-keys';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { announce } from '../ui/live-region';
import { Notice } from '../ui/notice';
import { keysOfDocuments, keysOfOrders } from './chart-keys';

/** All pages of the organization receive a change at the same moment, and that of the user is shown by its action. */
const LEAST_MS = 500;
const LOOK_MS = 500;

interface Inputs {
  list: Parameters<typeof background.labResults.listPatientResults.query>[0];
  sheet: Parameters<typeof background.labResults.getFlowSheet.query>[0];
  orders: Parameters<typeof background.labOrders.listLabOrders.query>[0] & { patient_id: string };
  documents: Parameters<typeof background.documents.listPatientDocuments.query>[0];
  document: { id: string; patient_id: string };
}
type Kind = keyof Inputs;

const { labResults, labOrders, documents } = background;
const REPORT = { noun: 'report', changed: 'Reports have changed.', charts: 'charts' } as const;
const KINDS: {
  [K in Kind]: {
    noun: string;
    changed: string;
    charts: 'charts' | 'order_charts' | 'document_charts';
    read: (input: Inputs[K]) => Promise<string[]>;
  };
} = {
  list: { ...REPORT, read: async (input) => keysOfList(await labResults.listPatientResults.query(input)) },
  sheet: { ...REPORT, read: async (input) => keysOfSheet(await labResults.getFlowSheet.query(input)) },
  orders: {
    noun: 'order',
    changed: 'Orders have changed.',
    charts: 'order_charts',
    read: async (input) => keysOfOrders(await labOrders.listLabOrders.query(input)),
  },
  documents: {
    noun: 'document',
    changed: 'Documents have changed.',
    charts: 'document_charts',
    read: async (input) => keysOfDocuments(await documents.listPatientDocuments.query(input)),
  },
  document: {
    noun: 'document',
    changed: 'This document has changed.',
    charts: 'document_charts',
    read: async ({ id }) => keysOfDocuments({ data: [await documents.getDocument.query({ id })] }),
  },
};

interface NewInChartProps<K extends Kind> {
  /** What the page shows. */
  kind: K;
  input: Inputs[K];
  /** The key of each row. */
  shown: readonly string[];
  /** The position of the page's data. */
  since: string;
  /** Without rows: shown in their place until there is one. */
  empty?: ReactNode;
}

export function NewInChart<K extends Kind>({ kind, input, shown, since, empty }: NewInChartProps<K>) {
  const router = useRouter();
  const words = useNews(kind, input, shown, since);
  const show = () => {
    router.refresh();
    document.getElementById('main')?.focus();
  };
  if (empty !== undefined && shown.length === 0)
    return words ? <EmptyState title={words} action={<Button onClick={show}>Show</Button>} /> : empty;
  if (!words) return null;
  return (
    <div className="new-in-chart print:hidden">
      <Notice word="" isLine>
        <span className="flex items-center gap-2">
          <strong>{words}</strong>
          <Button weight="quiet" onClick={show}>
            Show
          </Button>
        </span>
      </Notice>
    </div>
  );
}

/** @returns what is new, in words; empty if nothing is */
function useNews<K extends Kind>(kind: K, read: Inputs[K], shown: readonly string[], since: string): string {
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const [page, input] = [JSON.stringify(shown), JSON.stringify(read)];
  const code = chartCode(read.patient_id);
  const [found, setFound] = useState({ page, words: '' });
  const words = found.page === page ? found.words : '';

  useEffect(() => {
    let isMissed = false;
    const hear = (changes: TabChanges) =>
      (isMissed ||= changes.everything || changes[KINDS[kind].charts].includes(code));
    hearChanges(hear, first)();
    if (isMissed) quietly(() => router.refresh());
  }, [kind, code, first, router]);

  useEffect(() => {
    const { noun, changed, charts, read: readKeys } = KINDS[kind];
    let isDue = false;
    let isOver = false;
    let timer = 0;
    const look = async () => {
      // A page in the background reads no patient.
      if (!isDue || document.visibilityState !== 'visible') return;
      isDue = false;
      try {
        const keys = await readKeys(JSON.parse(input) as Inputs[K]);
        if (isOver || JSON.stringify(keys) === page) return;
        const known = new Set((JSON.parse(page) as string[]).map(idOf));
        const fresh = keys.filter((key) => !known.has(idOf(key))).length;
        setFound({ page, words: fresh > 0 ? `${count(fresh, `new ${noun}`)}.` : changed });
      } catch {
        // Until the next change, or the next time the page is visible.
        isDue = true;
      }
    };
    const silent = hearChanges((changes) => {
      if (!changes[charts].includes(code) && !(changes.everything && changes.position)) return;
      isDue = true;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), LEAST_MS + Math.random() * LOOK_MS);
    });
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    return () => {
      isOver = true;
      silent();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [kind, page, input, code]);

  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return words;
}
