'use client';
/**
 * Guards against reading the wrong chart: says the patient when the chart changes, and shows a strip while another
 * patient is open in another tab. Only ids travel between tabs, never names.
 */
import { useEffect, useState } from 'react';
import { announce } from '../ui/live-region';

const CHANNEL = 'portal-open-patient';

interface Message {
  kind: 'open' | 'here' | 'closed';
  tab: string;
  patient: string;
}

export function PatientWatch({ patientId, spoken }: { patientId: string; spoken: string }) {
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(() => {
    announce(`Now viewing ${spoken}`);
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const say = (kind: Message['kind']) =>
      channel.postMessage({ kind, tab, patient: patientId } satisfies Message);
    channel.onmessage = (event: MessageEvent<Message>) => {
      const message = event.data;
      setOthers((before) => {
        const after = new Map(before);
        if (message.kind === 'closed') after.delete(message.tab);
        else after.set(message.tab, message.patient);
        return after;
      });
      if (message.kind === 'open') say('here');
    };
    say('open');
    const leave = () => say('closed');
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) say('open');
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
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
