'use client';
/**
 * Accepts an invitation: with a new password, or with the one of an account that is there already. The page does not know
 * which of the two it is, and says the same for every password that is not taken.
 */
import { useState } from 'react';
import { postPublicForm } from '../../client/post-public-form';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import type { Problem } from '../../ui/error-message';
import { LinkButton } from '../../ui/link-button';
import { NeedsScripts } from '../../ui/needs-scripts';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';

const FIELDS: readonly FieldPlace[] = [
  ['/password', 'password'],
  ['/again', 'again'],
  ['/account', 'account'],
];
const ACCOUNTS = [
  { value: 'new', label: 'I am new here', detail: 'Choose a password.', checked: true },
  {
    value: 'existing',
    label: 'I have an account with this address',
    detail: 'From another organization, or from earlier. Give its password.',
  },
];

const refusal = (pointer: string, message: string): Problem => ({
  code: 'validation_failed',
  errors: [{ pointer, code: 'not_allowed', message }],
});

async function accept(secret: string, data: FormData): Promise<{ organization: string }> {
  const account = data.get('account') === 'existing' ? 'existing' : 'new';
  // Taken exactly: spaces at the ends belong to a password.
  const password = String(data.get('password') ?? '');
  if (account === 'new' && password !== String(data.get('again') ?? ''))
    throw refusal('/again', 'The two passwords are not the same.');
  const accepted = await postPublicForm('accept-invitation', { secret, account, password });
  return accepted as { organization: string };
}

export function AcceptInvitationForm({ secret, email }: { secret: string; email: string }) {
  const [joined, setJoined] = useState<string | null>(null);
  const [isNew, setIsNew] = useState(true);
  const { form, busy, pending, error, at } = useSubmit(
    (data) => accept(secret, data),
    ({ organization }) => setJoined(organization),
  );

  if (joined !== null) {
    return (
      <>
        <Notice kind="success" className="mb-5" live>
          You are now a member of {joined}. Sign in with {email} and your password.
        </Notice>
        <LinkButton href="/sign-in">Go to sign-in</LinkButton>
      </>
    );
  }
  return (
    <form method="post" {...form} className="space-y-5">
      <ErrorSummary error={error} fields={FIELDS} />
      {/* Password managers store the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <div
        onChange={(event) => {
          const { name, value } = event.target as unknown as HTMLInputElement;
          if (name === 'account') setIsNew(value === 'new');
        }}
      >
        <CheckboxList id="account" name="account" legend="Your account" kind="radio" options={ACCOUNTS} />
      </div>
      <TextField
        id="password"
        name="password"
        type="password"
        label="Password"
        hint={
          isNew
            ? 'At least 15 characters. Several words are fine; any character may be used.'
            : 'If you have forgotten it, choose a new one first, then open this link again.'
        }
        autoComplete={isNew ? 'new-password' : 'current-password'}
        required
        maxLength={1000}
        error={at('/password')}
      />
      {isNew ? (
        <TextField
          id="again"
          name="again"
          type="password"
          label="Password again"
          autoComplete="new-password"
          required
          maxLength={1000}
          error={at('/again')}
        />
      ) : null}
      <Button type="submit" disabled={busy} className="w-full">
        {pending ? 'Accepting' : 'Accept the invitation'}
      </Button>
      <NeedsScripts what="Accepting" />
    </form>
  );
}
