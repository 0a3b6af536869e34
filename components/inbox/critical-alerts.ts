/**
 * Desktop notification and sound for a new critical result: settings of one user in one browser, off by default. A
 * notification may appear on a locked screen, so it names no patient.
 */
export const CRITICAL_ALERTS = ['notification', 'sound'] as const;
export type CriticalAlert = (typeof CRITICAL_ALERTS)[number];

/** @param person `usr_…`, because users share computers */
const keyOf = (alert: CriticalAlert, person: string) => `critical-${alert} ${person}`;

export function isAlertOn(alert: CriticalAlert, person: string): boolean {
  // The permission may have been withdrawn in the browser.
  if (alert === 'notification' && !(canNotify() && Notification.permission === 'granted')) return false;
  try {
    return localStorage.getItem(keyOf(alert, person)) === 'on';
  } catch {
    return false;
  }
}

export const isAnyAlertOn = (person: string): boolean =>
  CRITICAL_ALERTS.some((alert) => isAlertOn(alert, person));

export function switchAlert(alert: CriticalAlert, person: string, on: boolean): void {
  try {
    if (on) localStorage.setItem(keyOf(alert, person), 'on');
    else localStorage.removeItem(keyOf(alert, person));
  } catch {
    // Without storage the setting is not remembered.
  }
}

export const canNotify = (): boolean => typeof Notification !== 'undefined';

export function alertCritical(person: string, words: string): void {
  if (isAlertOn('notification', person)) {
    // The tag replaces an earlier one that is still shown.
    const shown = new Notification(words, { tag: 'critical-result', requireInteraction: true });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }
  if (isAlertOn('sound', person)) beep();
}

/** Two short tones. Browsers stay silent until the user has used the page. */
export function beep(): void {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.value = 0.2;
  for (const [at, hertz] of [
    [0, 880],
    [0.25, 660],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.18);
  }
  setTimeout(() => void audio.close(), 1_000);
}
