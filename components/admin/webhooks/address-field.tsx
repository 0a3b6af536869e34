'use client';
/** The address of a new webhook: what is wrong with it is said beside it, after a rest in typing or on leaving it. */
import { useEffect, useRef, useState } from 'react';
import { judgeTyped, type TypedRules } from '@/server/data-types/webhook-url';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';

const REST_MS = 600;

export function AddressField({ rules, error }: { rules: TypedRules; error: string | undefined }) {
  const [told, setTold] = useState<string | null>(null);
  // What was refused when it was sent says nothing of what is typed since.
  const [outdated, setOutdated] = useState<string | undefined>(undefined);
  if (error === undefined && outdated !== undefined) setOutdated(undefined);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function judge(text: string, isDone: boolean) {
    const refusal = text === '' ? null : judgeTyped(text, rules);
    // Half an address is no address yet; that is said when the field is left.
    const message = refusal && (isDone || refusal.code === 'not_allowed') ? refusal.message : null;
    setTold(message);
    if (message && !isDone) announce(message);
  }

  return (
    <TextField
      id="url"
      name="url"
      type="url"
      label="Address"
      hint="An https address that is reachable from the internet. Private and local addresses are refused."
      placeholder="https://example.org/hooks/clinical"
      pattern="https?://.+"
      title="Begins with https://"
      required
      maxLength={2048}
      autoComplete="off"
      onChange={({ target: { value } }) => {
        window.clearTimeout(timer.current);
        setOutdated(error);
        // What was wrong may be right now; what is wrong now is said after a rest.
        if (told && (value === '' || !judgeTyped(value, rules))) setTold(null);
        timer.current = window.setTimeout(() => judge(value, false), REST_MS);
      }}
      onBlur={({ target: { value } }) => {
        window.clearTimeout(timer.current);
        judge(value, true);
      }}
      error={told ?? (error === outdated ? undefined : error)}
    />
  );
}
