'use client';
/** The part of every page that follows the changes of the server. Loaded after the page, which works without it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { followChanges } from '../client/change-subscription';
import { tellChanges } from '../client/changes';
import { NewCriticalBanner } from './new-critical-banner';
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
  if (!shown) return null;
  const dismiss = ({ data, unmatched, alarm }: NewCriticalResults) =>
    tellChanges({ dismissed: { ids: [...data, ...unmatched].map(({ id }) => id), upTo: alarm.as_of } });
  return (
    <NewCriticalBanner
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
