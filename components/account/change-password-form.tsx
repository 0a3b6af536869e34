'use client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../client/client';
import { useSubmit } from '../client/use-submit';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { Notice } from '../ui/notice';
import { PasswordField } from '../ui/password-field';
import { assertSame, NewPasswordFields } from '../sign-in/new-password-fields';

const FIELDS: readonly FieldPlace[] = [
  ['/current_password', 'current_password', 'Current password'],
  ['/new_password', 'new_password', 'New password'],
  ['/repeated', 'repeated'],
];

export function ChangePasswordForm({ email }: { email: string }) {
  const [ended, setEnded] = useState<number | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const { form, busy, pending, error, at } = useSubmit(
    (data) =>
      api.passwords.changePassword.mutate({
        // Exactly as typed: a space is a character.
        current_password: String(data.get('current_password') ?? ''),
        new_password: assertSame(data),
      }),
    (changed) => {
      box.current?.reset();
      setEnded(changed.sessions_ended);
    },
    FIELDS,
  );
  useEffect(() => {
    if (ended !== null) notice.current?.focus();
  }, [ended]);

  return (
    <form method="post" ref={box} {...form} className="max-w-xl space-y-5">
      <div ref={notice} tabIndex={-1}>
        {ended !== null && !error ? (
          <Notice kind="success" word="Password changed" live>
            {ended === 0
              ? 'You had no other sessions.'
              : `${count(ended, 'other session')} ended. You stay signed in here.`}
          </Notice>
        ) : null}
      </div>
      <ErrorSummary error={error} fields={FIELDS} />
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <PasswordField
        id="current_password"
        name="current_password"
        label="Current password"
        autoComplete="current-password"
        required
        maxLength={512}
        error={at('/current_password')}
      />
      <NewPasswordFields at={at} />
      <Button type="submit" disabled={busy}>
        {pending ? 'Changing' : 'Change password'}
      </Button>
    </form>
  );
}
