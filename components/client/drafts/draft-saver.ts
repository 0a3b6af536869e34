/** When what is typed is saved: at a pause, and at the latest so long after the first unsaved letter. */
const PAUSE_MS = 2_000;
const LONGEST_MS = 10_000;

export interface DraftSaver {
  /** Something was typed: it is saved in a moment. */
  later: (save: () => void) => void;
  /** What is saved now, or not at all, is not saved later. */
  stop: () => void;
  /** One after the other: an older text must not arrive last. The form itself is untouched by a failure. */
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
