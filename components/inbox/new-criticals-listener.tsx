'use client';
/** The part of every page that follows the changes of the server. Loaded after the page, which works without it. */
import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { followChanges } from '../client/change-subscription';
import { tellChanges } from '../client/changes';
import type { NewCriticalBanner } from './new-critical-banner';
import { inboxHref } from './inbox-place';
import { NewCriticals } from './new-criticals';

interface NewCriticalsListenerProps {
  person: string;
  /** When the counts of the page were read. */
  asOf: string;
}

export function NewCriticalsListener({ person, asOf }: NewCriticalsListenerProps) {
  const client = useQueryClient();
  const [shown, setShown] = useState<NewCriticalResults | null>(null);
  useEffect(() => {
    const criticals = new NewCriticals(client, person, asOf, setShown);
    const stop = criticals.start();
    const leave = followChanges();
    return () => {
      leave();
      stop();
    };
  }, [client, person, asOf]);
  const pathname = usePathname();
  useEffect(() => {
    const [, open] = /^\/unmatched\/(rpt_\w+)$/.exec(pathname) ?? [];
    if (open) tellChanges({ dismissed: { ids: [open] } });
  }, [pathname]);
  const banner = useBanner(shown !== null);
  if (!shown || !banner) return null;
  if (banner === 'failed') return <BannerWithoutRows isUnmatched={shown.total === 0} />;
  const dismiss = ({ data, unmatched, alarm }: NewCriticalResults) =>
    tellChanges({ dismissed: { ids: [...data, ...unmatched].map(({ id }) => id), upTo: alarm.as_of } });
  return (
    <banner.Rows
      shown={shown}
      // Links do not open offline.
      onOpen={(id) => {
        if (navigator.onLine) tellChanges({ dismissed: { ids: [id] } });
      }}
      onList={() => {
        if (navigator.onLine) dismiss(shown);
      }}
      onDismiss={(seen) => {
        dismiss(seen);
        document.getElementById('main')?.focus();
      }}
    />
  );
}

/** Loaded with the first new result: most pages never show one. A new version of the service may have replaced its file. */
function useBanner(isNeeded: boolean): { Rows: typeof NewCriticalBanner } | 'failed' | null {
  const [banner, setBanner] = useState<{ Rows: typeof NewCriticalBanner } | 'failed' | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    import('./new-critical-banner').then(
      ({ NewCriticalBanner: Rows }) => setBanner({ Rows }),
      () => setBanner('failed'),
    );
  }, [isNeeded]);
  return banner;
}

function BannerWithoutRows({ isUnmatched }: { isUnmatched: boolean }) {
  const href = isUnmatched ? '/unmatched' : inboxHref({ scope: 'everyone', kind: 'critical' });
  return (
    <p
      role="alert"
      className="new-critical border-2 border-critical bg-paper px-3 py-2 font-semibold text-critical print:hidden"
    >
      New critical result.{' '}
      <a href={href} className="underline">
        {isUnmatched ? 'Open unmatched reports' : 'Open the inbox'}
      </a>
    </p>
  );
}
