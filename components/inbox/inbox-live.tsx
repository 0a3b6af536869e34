'use client';
/**
 * Says when the list was read, and that it has changed since; it never moves by itself, because a row that moves under
 * the pointer is another patient's. Without an answer it says since when it is not live.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { InboxScope } from '@/server/domain/reviews/rules';
import { background } from '../client/client';
import { quietly } from '../client/page-headers';
import { formatClock } from '../format/dates';
import { Button } from '../ui/button';
import { announce } from '../ui/live-region';
import { counts, hearReturn } from './inbox-news';

const LOOK_MS = 30_000;

interface InboxLiveProps {
  scope: InboxScope;
  mark: string;
  asOf: string;
  zone: string;
}

export function InboxLive({ scope, mark, asOf, zone }: InboxLiveProps) {
  const router = useRouter();
  const [newest, setNewest] = useState(mark);
  const [lostSince, setLostSince] = useState<string | null>(null);
  const [known, setKnown] = useState(asOf);
  useEffect(() => {
    const look = async () => {
      try {
        const found = await background.reviews.getInboxMark.query({ scope });
        if (found.mark !== mark) announce('The inbox has changed.');
        counts.tell({ ...found.counts, as_of: found.as_of });
        setNewest(found.mark);
        setKnown(found.as_of);
        setLostSince(null);
      } catch {
        setLostSince((before) => before ?? new Date().toISOString());
      }
    };
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_MS);
    const offline = () => setLostSince(new Date().toISOString());
    window.addEventListener('offline', offline);
    const stop = hearReturn(() => void look());
    return () => {
      clearInterval(timer);
      window.removeEventListener('offline', offline);
      stop();
    };
  }, [scope, mark]);

  if (lostSince)
    return (
      <p role="status" className="border-l-4 border-control bg-range px-3 py-1 font-semibold">
        Not live since {formatClock(lostSince, zone)}
      </p>
    );
  if (newest !== mark)
    return (
      <p className="flex flex-wrap items-center gap-2">
        <span>The inbox has changed.</span>
        <Button weight="secondary" onClick={() => quietly(() => router.refresh())}>
          Show the newest
        </Button>
      </p>
    );
  return <p className="text-sm text-ink-2">As of {formatClock(known > asOf ? known : asOf, zone)}</p>;
}
