'use client';
/** One form, one call: pending state, the translated error, and Ctrl+Enter to send. */
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { shownError, type ShownError } from '../ui/error-message';
import { fieldMessage } from '../ui/field-messages';
import type { FieldPlace } from '../ui/error-summary';
import { useClearedOnline } from '../ui/use-problem';
import { onNavigation } from './navigation';

const noChanges = () => () => undefined;

/** @param fields for `at`, of a form whose fields are not declared by `defineFields` */
export function useSubmit<T>(
  send: (form: FormData) => Promise<T>,
  done: (value: T) => void,
  fields: readonly FieldPlace[] = [],
) {
  const [sending, setSending] = useState(false);
  /** `done` has started a navigation: until the next page is displayed, another submit would save twice. */
  const [leaving, startLeaving] = useTransition();
  const pending = sending || leaving;
  // Before hydration, a submit would post the form to a page without a handler and lose the input.
  const ready = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
  const [error, setError] = useState<ShownError | null>(null);
  // State lags behind a fast second key press; the ref does not.
  const running = useRef(false);
  useEffect(() => {
    if (!leaving) running.current = false;
  }, [leaving]);

  useClearedOnline(error?.code === 'network', () => {
    // Ctrl+Enter works only within the form.
    const summary = document.activeElement?.closest('[role=alert]');
    summary?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true });
    setError(null);
  });

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setSending(true);
    setError(null);
    let leaves = false;
    let stop = () => {};
    try {
      const value = await send(new FormData(event.currentTarget));
      // In one event with the router's own transition: both end together.
      stop = onNavigation(() => {
        leaves = true;
        startLeaving(() => {});
      });
      done(value);
    } catch (thrown) {
      setError(shownError(thrown));
    } finally {
      stop();
      running.current = leaves;
      setSending(false);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return {
    /** The submit button is disabled while this is true. */
    busy: pending || !ready,
    /** The server checks the fields, so that errors are shown at them everywhere, in the same words. */
    form: { noValidate: true, onSubmit, onKeyDown },
    pending,
    error,
    setError,
    at: (pointer: string) => fieldMessage(error, pointer, fields.find(([start]) => start === pointer)?.[2]),
  };
}
