'use client';
/**
 * Reads the counts again after each navigation, because the layout stays, and after an action of the user in any page of
 * this browser. What follows the changes of others is loaded once the page is idle.
 */
import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { InboxAlarm } from '@/server/domain/reviews/contract';
import { hearChanges } from '../client/changes';
import { backgroundTrpc } from '../client/query-client';
import { whenIdle } from '../client/when-idle';
import { useInboxAlarm } from './inbox-queries';
import { criticalOf, titleWithCount } from './title-with-count';
import type { NewCriticalsListener } from './new-criticals-listener';

const { reviews } = backgroundTrpc;

interface AlarmWatchProps {
  alarm: InboxAlarm | null;
  person: string;
  /** When the page was rendered. */
  now: string;
}

export function AlarmWatch({ alarm, person, now }: AlarmWatchProps) {
  const client = useQueryClient();
  const pathname = usePathname();
  const shown = useRef(pathname);
  const [asOf] = useState(alarm?.as_of ?? now);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    void client.invalidateQueries(reviews.getInboxAlarm.queryFilter());
  }, [client, pathname]);
  useEffect(
    () => hearChanges(({ own }) => own && void client.invalidateQueries(reviews.pathFilter())),
    [client],
  );
  useTitleCount(criticalOf(useInboxAlarm(alarm).value));
  const [loaded, setLoaded] = useState<{ Live: typeof NewCriticalsListener } | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('./new-criticals-listener').then(
          ({ NewCriticalsListener: Live }) => setLoaded({ Live }),
          // The counts are still read once a minute.
          () => undefined,
        );
      }),
    [],
  );
  return loaded ? <loaded.Live person={person} asOf={asOf} /> : null;
}

/** Next sets the title at every navigation, without an event. */
function useTitleCount(critical: number): void {
  useEffect(() => {
    const set = () => {
      const title = titleWithCount(document.title, critical);
      if (title !== document.title) document.title = title;
    };
    set();
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [critical]);
}
