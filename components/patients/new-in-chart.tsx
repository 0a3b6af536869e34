'use client';
/** Over the heading of a page of a chart: what was received or has changed since. */
import type { ReactNode } from 'react';
import { chartCode } from '@/server/domain/changes/rules';
import { background } from '../client/client';
import { News, useNews, useShow } from '../client/news';
import { count } from '../format/numbers';
import { keysOfList, keysOfSheet } from '../results/report-keys';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { keysOfDocuments, keysOfOrders, newIn } from './chart-keys';
import { readOpenOrders } from './open-orders';

interface Inputs {
  list: Parameters<typeof background.labResults.listPatientResults.query>[0];
  sheet: Parameters<typeof background.labResults.getFlowSheet.query>[0];
  orders: Parameters<typeof background.labOrders.listLabOrders.query>[0] & { patient_id: string };
  documents: Parameters<typeof background.documents.listPatientDocuments.query>[0];
  document: { id: string; patient_id: string };
  openOrders: { patient_id: string };
  recentDocuments: Parameters<typeof background.documents.listDocuments.query>[0] & { patient_id: string };
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
    /** Rows leave the list, so that older ones follow. */
    isPart?: true;
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
  openOrders: {
    noun: 'order',
    changed: 'Orders have changed.',
    charts: 'order_charts',
    read: async ({ patient_id: id }) =>
      keysOfOrders(await readOpenOrders((input) => labOrders.listLabOrders.query(input), id)),
    isPart: true,
  },
  recentDocuments: {
    noun: 'document',
    changed: 'Documents have changed.',
    charts: 'document_charts',
    read: async (input) => keysOfDocuments(await documents.listDocuments.query(input)),
    isPart: true,
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
  const words = useChartNews(kind, { input, shown }, since);
  const show = useShow();
  if (empty !== undefined && shown.length === 0)
    return words ? <EmptyState title={words} action={<Button onClick={show}>Show</Button>} /> : empty;
  return words ? <News words={words} /> : null;
}

interface Part<K extends Kind> {
  input: Inputs[K];
  /** The key of each row. */
  shown: readonly string[];
}

interface NewInSummaryProps {
  /** Null without access, or without rows. */
  list: Part<'list'> | null;
  orders: Part<'openOrders'> | null;
  documents: Part<'recentDocuments'> | null;
  since: string;
}

/** One message for all lists of the summary. */
export function NewInSummary({ list, orders, documents: filed, since }: NewInSummaryProps) {
  const news = [
    useChartNews('list', list, since),
    useChartNews('openOrders', orders, since),
    useChartNews('recentDocuments', filed, since),
  ];
  const words = news.filter(Boolean).join(' ');
  return words ? <News words={words} /> : null;
}

function useChartNews<K extends Kind>(kind: K, part: Part<K> | null, since: string): string {
  const { noun, changed, charts, read, isPart } = KINDS[kind];
  const code = part ? chartCode(part.input.patient_id) : '';
  return useNews(
    {
      input: part ? JSON.stringify([kind, part.input]) : '',
      shown: part?.shown ?? [],
      isAffected: (changes) => changes.everything || changes[charts].includes(code),
      read: async () => (part ? read(part.input) : []),
      wordsOf(keys, page) {
        const fresh = newIn(keys, page, isPart).length;
        return fresh > 0 ? `${count(fresh, `new ${noun}`)}.` : changed;
      },
    },
    since,
  );
}
