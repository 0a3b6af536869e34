'use client';
/** How many critical reports wait, in the frame of every page; the inbox itself says it anew without a reload. */
import { useEffect, useState } from 'react';

const EVENT = 'portal:inbox-count';

export function InboxCount({ critical }: { critical: number }) {
  // What the server said last, by the frame or by the inbox.
  const [said, setSaid] = useState<{ frame: number; now: number }>({ frame: critical, now: critical });
  useEffect(() => {
    const hear = (event: Event) => {
      const now = (event as CustomEvent<number>).detail;
      setSaid({ frame: critical, now });
    };
    window.addEventListener(EVENT, hear);
    return () => window.removeEventListener(EVENT, hear);
  }, [critical]);
  const count = said.frame === critical ? said.now : critical;
  if (count === 0) return null;
  return (
    <span className="ml-1.5 bg-paper px-1.5 font-bold text-critical">
      {count}
      <span className="sr-only"> critical</span>
    </span>
  );
}

export function SayInboxCount({ critical }: { critical: number }) {
  useEffect(() => {
    window.dispatchEvent(new CustomEvent<number>(EVENT, { detail: critical }));
  }, [critical]);
  return null;
}
