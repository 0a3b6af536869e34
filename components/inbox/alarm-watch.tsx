'use client';
/** Asks again how many critical reports there are: after each navigation, when the person or the network is back, and now and then. */
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { background } from '../client/client';
import { alarms, hearReturn } from './inbox-news';

const LOOK_MS = 60_000;
const ANSWER_MS = 10_000;

let running = false;
let isAskedAgain = false;

async function look(): Promise<void> {
  // What came while an answer was under way may not be in it.
  if (running) return void (isAskedAgain = true);
  running = true;
  try {
    alarms.tell(await background.reviews.getInboxAlarm.query({}, { signal: AbortSignal.timeout(ANSWER_MS) }));
  } catch {
    alarms.lose();
  } finally {
    running = false;
  }
  if (!isAskedAgain) return;
  isAskedAgain = false;
  await look();
}

export function AlarmWatch() {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    void look();
  }, [pathname]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_MS);
    const stop = hearReturn(() => void look());
    window.addEventListener('offline', alarms.lose);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener('offline', alarms.lose);
    };
  }, []);
  return null;
}
