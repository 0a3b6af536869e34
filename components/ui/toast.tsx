'use client';
/**
 * Shows on every page the latest action, with an undo by button or Ctrl+Z while possible. It stays while the next
 * report opens, and covers neither the patient's identity nor a sign button.
 */
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { announceOnOpen } from '../inbox/report-focus';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { Icon } from '../ui/icons';
import { announce } from '../ui/live-region';

interface Undone {
  sentence: string;
  /** Where it is shown; elsewhere, or without it, the page is reloaded. */
  href?: string | undefined;
}

export interface Action {
  /** "Signed Basic metabolic panel for OKAFOR, Adaeze" */
  sentence: string;
  undo?: () => Promise<Undone>;
  /** The action failed: shown as a problem until dismissed. */
  isProblem?: boolean;
}

const EVENT = 'portal:action';
const SHOWN_MS = 10_000;

/** @param spoken false if the next page announces it */
export function showAction(action: Action, spoken = true): void {
  window.dispatchEvent(new CustomEvent<Action>(EVENT, { detail: action }));
  if (spoken) announce(spokenAction(action));
}

export const spokenAction = ({ sentence, undo }: Action): string =>
  `${sentence.replace(/\.$/, '')}.${undo ? ' Undo within ten seconds.' : ''}`;

export function LatestAction() {
  const router = useRouter();
  const pathname = usePathname();
  const [shown, setShown] = useState<Action | null>(null);
  const box = useRef<HTMLElement>(null);
  const dismiss = useRef<HTMLButtonElement>(null);
  const running = useRef(false);

  useEffect(() => {
    const listener = (event: Event) => setShown((event as CustomEvent<Action>).detail);
    window.addEventListener(EVENT, listener);
    return () => window.removeEventListener(EVENT, listener);
  }, []);
  useEffect(() => {
    // A problem stays until it is dismissed.
    if (!shown || shown.isProblem) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  async function undo() {
    if (!shown?.undo || running.current) return;
    running.current = true;
    try {
      const { sentence, href } = await shown.undo();
      if (box.current?.contains(document.activeElement)) dismiss.current?.focus();
      setShown({ sentence });
      const part = href?.split('/')[1];
      if (!href || part !== pathname.split('/')[1]) {
        announce(sentence);
        router.refresh();
      } else {
        announceOnOpen(sentence, /res_\w+/.exec(href)?.[0]);
        router.push(href);
        // Navigating to the current address would not reload it.
        router.refresh();
      }
    } catch (thrown) {
      const { sentence, detail, code } = shownError(thrown);
      setShown({ sentence: code === 'invalid_state' && detail ? detail : sentence, isProblem: true });
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
      className="latest-action border-2 border-ink bg-paper p-3 print:hidden"
    >
      <p
        role={shown.isProblem ? 'alert' : undefined}
        className="flex items-start gap-2 font-semibold wrap-anywhere"
      >
        <Icon name={shown.isProblem ? 'problem' : 'success'} className="mt-1 size-4 shrink-0" />
        <span className="min-w-0">{shown.sentence}</span>
      </p>
      <div className="mt-2 flex gap-2">
        {shown.undo ? (
          <Button weight="secondary" onClick={undo} aria-keyshortcuts="Control+Z">
            Undo
          </Button>
        ) : null}
        <Button ref={dismiss} weight="quiet" className="min-h-10" onClick={() => setShown(null)}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
