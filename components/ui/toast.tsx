'use client';
/**
 * The message of the latest action, on every page, with an undo by button or Ctrl+Z while possible. It stays while the
 * next page opens, unless that is the chart of another patient. A bar at the lower edge, for which the page leaves room,
 * so that it covers nothing. Announced by the live region, so that a repeated sentence is heard again.
 */
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button';
import { cutWords } from './cut-paste';
import { shownError } from './error-message';
import { Icon } from './icons';
import { announce } from './live-region';
import { useMessageHeight } from './panel-height';
import { TextLink } from './text-link';

interface Undone {
  sentence: string;
  /** Where it is shown; without it the page is reloaded. */
  href?: string | undefined;
  /** The page at `href` announces it. */
  isAnnounced?: boolean;
}

export interface Toast {
  /** "Signed Basic metabolic panel for OKAFOR, Adaeze" */
  sentence: string;
  undo?: () => Promise<Undone>;
  /** Where the outcome is. */
  link?: { href: string; label: string };
  /** The action failed: shown as a problem until dismissed. */
  isProblem?: boolean;
  /** What to do on this page: closed when another page opens. */
  isHint?: boolean;
  /** True only without a network: stays until the browser is online again. */
  isOffline?: boolean;
  /** The patient of the message, if the next page is not of the chart where it is shown. */
  patientId?: string;
}

const EVENT = 'portal:toast';
const CLOSE = 'portal:toast-close';
const SHOWN_MS = 10_000;
/** Together less than the limit of the server (`UNDO_LIMIT_SECONDS`). */
const MAX_PAUSE_MS = 45_000;

/** @param spoken false if the next page announces it */
export function showToast(toast: Toast | string, spoken = true): void {
  const shown = typeof toast === 'string' ? { sentence: toast } : toast;
  window.dispatchEvent(new CustomEvent<Toast>(EVENT, { detail: shown }));
  if (spoken) announce(spokenToast(shown));
}

/**
 * Before something appears at the lower edge that the message must not cover, or when the message is no longer true.
 * @param sentence only this message
 */
export const closeToast = (sentence?: string): void =>
  void window.dispatchEvent(new CustomEvent(CLOSE, { detail: sentence }));

/** The patient whose chart is open. */
const chartIn = (path: string): string | undefined => /^\/patients\/(pat_[^/?#]+)/.exec(path)?.[1];

/** Success in the chart of another patient. A problem stays until it is dismissed. */
export function isOfOtherChart({ patientId, isProblem, isOffline }: Toast, path: string): boolean {
  const chart = chartIn(path);
  return !isProblem && !isOffline && !!patientId && !!chart && chart !== patientId;
}

export const spokenToast = ({ sentence, undo }: Toast): string =>
  `${sentence.replace(/\.$/, '')}.${undo ? ' Undo within ten seconds.' : ''}`;

/** Calls `end` after the time, which pauses under the pointer and the focus, or when the browser is online again. */
function useCountdown(shown: Toast | null, isPaused: boolean, end: () => void): void {
  const left = useRef({ shown, time: SHOWN_MS, pause: MAX_PAUSE_MS });
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  useEffect(() => {
    if (!shown || shown.isProblem) return;
    if (shown.isOffline) {
      const reconnected = () => latest.current();
      window.addEventListener('online', reconnected);
      return () => window.removeEventListener('online', reconnected);
    }
    if (left.current.shown !== shown) left.current = { shown, time: SHOWN_MS, pause: MAX_PAUSE_MS };
    const now = left.current;
    const spent = isPaused ? 'pause' : 'time';
    const start = performance.now();
    const timer = setTimeout(() => latest.current(), now[spent]);
    return () => {
      clearTimeout(timer);
      now[spent] -= performance.now() - start;
    };
  }, [shown, isPaused]);
}

/** Calls `listener` for each message. @returns end */
export function onToast(listener: (toast: Toast) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Toast>).detail);
  window.addEventListener(EVENT, hear);
  return () => window.removeEventListener(EVENT, hear);
}

export function Toaster() {
  const router = useRouter();
  const pathname = usePathname();
  const [shown, setShown] = useState<Toast | null>(null);
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const box = useRef<HTMLElement>(null);
  const dismiss = useRef<HTMLButtonElement>(null);
  /** Focused before the message was. */
  const before = useRef<HTMLElement | null>(null);
  const running = useRef(false);

  useEffect(
    () =>
      onToast((toast) => {
        const patientId = toast.patientId ?? chartIn(window.location.pathname);
        setShown({ ...toast, ...(patientId ? { patientId } : {}) });
      }),
    [],
  );
  useEffect(() => {
    const hear = (event: ClipboardEvent) => {
      const sentence = cutWords(event);
      if (sentence) showToast({ sentence, isProblem: true });
    };
    document.addEventListener('paste', hear);
    return () => document.removeEventListener('paste', hear);
  }, []);
  useEffect(() => {
    const hide = (event: Event) => {
      // From `closeToast`.
      const { detail: sentence } = event as CustomEvent<string | null>;
      setShown((now) => (sentence && now?.sentence !== sentence ? now : null));
    };
    window.addEventListener(CLOSE, hide);
    return () => window.removeEventListener(CLOSE, hide);
  }, []);
  useMessageHeight(box, '--toast', shown);
  const [page, setPage] = useState(pathname);
  if (page !== pathname) {
    setPage(pathname);
    if (shown && (shown.isHint || isOfOtherChart(shown, pathname))) {
      setShown(null);
      setIsHovered(false);
      setIsFocused(false);
    }
  }

  function close() {
    if (box.current?.contains(document.activeElement))
      (before.current?.isConnected ? before.current : document.getElementById('main'))?.focus();
    setShown(null);
    setIsHovered(false);
    setIsFocused(false);
  }
  useCountdown(shown, isHovered || isFocused, close);

  async function undo() {
    if (!shown?.undo || running.current) return;
    running.current = true;
    try {
      const { sentence, href, isAnnounced } = await shown.undo();
      if (box.current?.contains(document.activeElement)) dismiss.current?.focus();
      const patientId = chartIn(href ?? window.location.pathname);
      setShown({ sentence, ...(patientId ? { patientId } : {}) });
      if (!isAnnounced) announce(sentence);
      if (href) router.push(href);
      // Navigating to the current URL would not reload it.
      router.refresh();
    } catch (thrown) {
      const { sentence, detail, code } = shownError(thrown);
      setShown({
        sentence: code === 'invalid_state' && detail ? detail : sentence,
        isProblem: true,
        ...(shown.link ? { link: shown.link } : {}),
        ...(code === 'network' ? { undo: shown.undo } : {}),
      });
    } finally {
      running.current = false;
    }
  }

  useEffect(() => {
    if (!shown?.undo) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      const at = event.target;
      if (at instanceof Element && at.closest('input, textarea')) return;
      event.preventDefault();
      void undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  if (!shown) return null;
  return (
    <section
      ref={box}
      aria-label="Latest action"
      className="toast print:hidden"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget;
        setIsFocused(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => setIsFocused(currentTarget.contains(relatedTarget))}
    >
      <p
        role={shown.isProblem ? 'alert' : undefined}
        className="flex min-w-0 items-start gap-2 font-semibold wrap-anywhere"
      >
        <Icon
          name={shown.isProblem ? 'problem' : shown.isHint ? 'info' : 'success'}
          className={`mt-1 size-4 shrink-0 ${shown.isProblem ? 'text-error' : ''}`}
        />
        <span className="min-w-0">{shown.sentence}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {shown.undo ? (
          <Button weight="secondary" onClick={undo} aria-keyshortcuts="Control+Z">
            Undo
            <kbd aria-hidden="true" className="hidden font-sans text-sm font-normal md:keys:inline">
              Ctrl Z
            </kbd>
          </Button>
        ) : null}
        {shown.link ? (
          <TextLink href={shown.link.href} onClick={close} className="px-2 font-semibold">
            {shown.link.label}
          </TextLink>
        ) : null}
        <Button ref={dismiss} weight="quiet" className="min-h-10" onClick={close}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
