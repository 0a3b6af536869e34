'use client';
/** Notification and sound for new critical results. */
import { useState } from 'react';
import {
  beep,
  canNotify,
  CRITICAL_ALERTS,
  isAlertOn,
  switchAlert,
  type CriticalAlert,
} from '../inbox/critical-alerts';
import { announce } from '../ui/live-region';
import { Option } from './display-option';

type Problem = 'unsupported' | 'denied' | 'default';
const PROBLEMS: Record<Problem, string> = {
  unsupported: 'This browser cannot show notifications.',
  denied: 'This browser blocks notifications. Allow them in its settings for this site.',
  // The question was closed.
  default: 'Notifications are off. Select “Desktop notification” again, then Allow.',
};

/** The browser asks for permission only when the user enables notifications. */
export function AlertSettings({ person, ready }: { person: string; ready: boolean }) {
  const [, setChanges] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isOn = (alert: CriticalAlert) => ready && isAlertOn(alert, person);
  async function change(alert: CriticalAlert) {
    const on = !isOn(alert);
    setProblem(null);
    if (on && alert === 'notification') {
      setIsAsking(true);
      const answer = await askToNotify();
      setIsAsking(false);
      if (answer !== 'granted') return setProblem(answer);
    }
    switchAlert(alert, person, on);
    if (on && alert === 'sound') beep();
    setChanges((before) => before + 1);
    announce(`${LABELS[alert]} ${on ? 'on' : 'off'}.`);
  }
  return (
    <fieldset className="mb-6 border-t-2 border-ink pt-2" disabled={!ready}>
      <legend className="sr-only">New critical results</legend>
      <h2 className="text-section font-semibold">New critical results</h2>
      <p className="text-ink-2">In addition to the banner on every page. Saved in this browser only.</p>
      {CRITICAL_ALERTS.map((alert) => (
        <Option
          key={alert}
          kind="checkbox"
          name={alert}
          checked={isOn(alert)}
          onChange={() => void change(alert)}
          label={LABELS[alert]}
          help={HELP[alert]}
        />
      ))}
      {isAsking ? <p role="status">Your browser asks for permission. Select Allow.</p> : null}
      {problem ? (
        <p role="alert" className="border-l-4 border-error py-1 pl-3 font-semibold text-error">
          {PROBLEMS[problem]}
        </p>
      ) : null}
    </fieldset>
  );
}

const LABELS: Record<CriticalAlert, string> = { notification: 'Desktop notification', sound: 'Sound' };
const HELP: Record<CriticalAlert, string> = {
  notification: 'Without the patient’s name. Shown while a page of the portal is open.',
  sound: 'Two short tones. Browsers play them once you have used the page.',
};

const askToNotify = async (): Promise<'granted' | Problem> =>
  canNotify() ? Notification.requestPermission() : 'unsupported';
