/** Input is saved after a pause, and at the latest this long after the first unsaved change. */
const PAUSE_MS = 2_000;
const LONGEST_MS = 10_000;

export interface DraftSaver {
  /** Schedules a save. */
  later: (save: () => void) => void;
  /** Cancels a scheduled save. */
  stop: () => void;
  /** In order: an older text must not arrive last. A failure does not affect the form. */
  send: (request: () => Promise<unknown>) => Promise<void>;
}

export function draftSaver(): DraftSaver {
  let timer = 0;
  let since = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const stop = () => {
    window.clearTimeout(timer);
    since = 0;
  };
  return {
    later: (save) => {
      since ||= Date.now();
      window.clearTimeout(timer);
      const wait = Math.max(0, Math.min(PAUSE_MS, since + LONGEST_MS - Date.now()));
      timer = window.setTimeout(() => {
        stop();
        save();
      }, wait);
    },
    stop,
    send: (request) => {
      const sent = queue.then(request);
      queue = sent.catch(() => undefined);
      return sent.then(() => undefined);
    },
  };
}
