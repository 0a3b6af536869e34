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

const BLOCKED = 'This browser blocks notifications. Allow them in its settings for this site.';

/** The browser asks for permission only when the user enables notifications. */
export function AlertSettings({ person, ready }: { person: string; ready: boolean }) {
  const [, setChanges] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const isOn = (alert: CriticalAlert) => ready && isAlertOn(alert, person);
  async function change(alert: CriticalAlert) {
    const on = !isOn(alert);
    setProblem(null);
    if (on && alert === 'notification' && !(await mayNotify())) return setProblem(BLOCKED);
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
      {problem ? (
        <p role="alert" className="border-l-4 border-error py-1 pl-3 font-semibold text-error">
          {problem}
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

const mayNotify = async (): Promise<boolean> =>
  canNotify() && (await Notification.requestPermission()) === 'granted';
