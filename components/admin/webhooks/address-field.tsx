'use client';
/** The URL of a new webhook, checked when typing pauses or the field loses focus. */
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { checkTypedUrl, type TypedRules } from '@/server/data-types/webhook-url';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';
import { urlHint } from './webhook-fields';

const PAUSE_MS = 600;

interface AddressFieldProps {
  rules: TypedRules;
  field: Omit<ComponentProps<typeof TextField>, 'type'> & { error: string | undefined };
}

export function AddressField({ rules, field }: AddressFieldProps) {
  const { error } = field;
  const [typedError, setTypedError] = useState<string | null>(null);
  // The error of the last submit no longer applies once the text has changed.
  const [outdated, setOutdated] = useState<string | undefined>(undefined);
  if (error === undefined && outdated !== undefined) setOutdated(undefined);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function check(text: string, isDone: boolean) {
    const problem = text === '' ? null : checkTypedUrl(text, rules);
    // An incomplete URL is reported only when the field loses focus.
    const message = problem && (isDone || problem.code === 'not_allowed') ? problem.message : null;
    setTypedError(message);
    if (message && !isDone) announce(message);
  }

  return (
    <TextField
      {...field}
      hint={urlHint(rules)}
      type="url"
      placeholder="https://example.org/hooks/clinical"
      onChange={({ target: { value } }) => {
        window.clearTimeout(timer.current);
        setOutdated(error);
        // A fixed error disappears at once; a new one is shown after a pause.
        if (typedError && (value === '' || !checkTypedUrl(value, rules))) setTypedError(null);
        timer.current = window.setTimeout(() => check(value, false), PAUSE_MS);
      }}
      onBlur={({ target: { value } }) => {
        window.clearTimeout(timer.current);
        check(value, true);
      }}
      error={typedError ?? (error === outdated ? undefined : error)}
    />
  );
}
