'use client';
/** Reads the counts again after each navigation, because the layout stays, and after a change in any page of this browser. */
import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { backgroundTrpc } from '../client/query-client';
import { onInboxChanged } from './inbox-queries';

const { reviews } = backgroundTrpc;

export function AlarmWatch() {
  const client = useQueryClient();
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    void client.invalidateQueries(reviews.getInboxAlarm.queryFilter());
  }, [client, pathname]);
  useEffect(() => onInboxChanged(() => void client.invalidateQueries(reviews.pathFilter())), [client]);
  return null;
}
