'use client';
/**
 * Prevents reading the wrong chart: announces the patient when the chart changes, and warns while another patient is open
 * in another tab. Tabs exchange IDs, never names.
 */
import { useEffect, useState } from 'react';
import { announce } from '../ui/live-region';

const CHANNEL = 'portal-open-patient';

interface Message {
  kind: 'open' | 'here' | 'closed';
  tab: string;
  patient: string;
}

export function WrongChartWarning({ patientId, spoken }: { patientId: string; spoken: string }) {
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(() => {
    announce(`Now viewing ${spoken}`);
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const post = (kind: Message['kind']) =>
      channel.postMessage({ kind, tab, patient: patientId } satisfies Message);
    channel.onmessage = (event: MessageEvent<Message>) => {
      const message = event.data;
      setOthers((before) => {
        const after = new Map(before);
        if (message.kind === 'closed') after.delete(message.tab);
        else after.set(message.tab, message.patient);
        return after;
      });
      if (message.kind === 'open') post('here');
    };
    post('open');
    const leave = () => post('closed');
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) post('open');
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', onShow);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', onShow);
      channel.close();
    };
  }, [patientId, spoken]);

  if (![...others.values()].some((other) => other !== patientId)) return null;
  return (
    <p
      role="status"
      className="border-b border-abnormal bg-abnormal-tint px-4 py-1 text-center font-semibold text-abnormal"
    >
      Another patient is open in another tab
    </p>
  );
}
