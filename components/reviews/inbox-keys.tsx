'use client';
/** Moving through the inbox by keys: the next and the previous report open beside the list, `o` opens the chart. */
import { useRouter } from 'next/navigation';
import { useSingleKeys } from '../keys/single-keys';
import { sayOnArrival } from './report-focus';

interface InboxKeysProps {
  previous: string | null;
  next: string | null;
  chart: string | null;
}

export function InboxKeys({ previous, next, chart }: InboxKeysProps) {
  const router = useRouter();
  const open = (href: string | null) => () => {
    if (!href) return;
    sayOnArrival('');
    router.replace(href);
  };
  useSingleKeys({ j: open(next), k: open(previous), o: () => chart && router.push(chart) });
  return null;
}
