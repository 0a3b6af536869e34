'use client';
/**
 * Accepts an invitation with a new password or that of an existing account. The page does not reveal whether an account
 * exists: every wrong password gives the same error.
 */
import { useState } from 'react';
import { postPublicForm } from '../../client/post-public-form';
import { defineFields } from '../../client/form-fields';
import { useSubmit } from '../../client/use-submit';
import { SHORTEST_PASSWORD } from '../../sign-in/new-password-fields';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import { ErrorSummary } from '../../ui/error-summary';
import type { Problem } from '../../ui/error-message';
import { LinkButton } from '../../ui/link-button';
import { NeedsScripts } from '../../ui/needs-scripts';
import { Notice } from '../../ui/notice';
import { PasswordField } from '../../ui/password-field';

const FIELDS = defineFields({
  account: { pointer: '/account', label: 'Account' },
  password: { pointer: '/password', label: 'Password', required: true, maxLength: 1000 },
  again: {
    pointer: '/again',
    label: 'Repeat password',
    autoComplete: 'new-password',
    required: true,
    maxLength: 1000,
  },
});
const ACCOUNTS = [
  { value: 'new', label: 'Create an account', detail: 'Choose a password.', checked: true },
  {
    value: 'existing',
    label: 'Use my existing account',
    detail: 'You already use this email. Enter your password.',
  },
];

const invalid = (pointer: string, message: string): Problem => ({
  code: 'validation_failed',
  errors: [{ pointer, code: 'not_allowed', message }],
});

async function accept(secret: string, data: FormData): Promise<{ organization: string }> {
  const account = data.get('account') === 'existing' ? 'existing' : 'new';
  // Not trimmed: a password may start or end with spaces.
  const password = String(data.get('password') ?? '');
  const again = String(data.get('again') ?? '');
  if (account === 'new' && password !== again && password.length >= SHORTEST_PASSWORD)
    throw invalid('/again', 'The passwords do not match.');
  const accepted = await postPublicForm('accept-invitation', { secret, account, password });
  return accepted as { organization: string };
}

export function AcceptInvitationForm({ secret, email }: { secret: string; email: string }) {
  const [joined, setJoined] = useState<string | null>(null);
  const [isNew, setIsNew] = useState(true);
  const { form, busy, pending, error } = useSubmit(
    (data) => accept(secret, data),
    ({ organization }) => setJoined(organization),
  );

  const { field, group } = FIELDS.controls(error);

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
      <ErrorSummary error={error} fields={FIELDS.places} />
      {/* Password managers store the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <div
        onChange={(event) => {
          const { name, value } = event.target as unknown as HTMLInputElement;
          if (name === 'account') setIsNew(value === 'new');
        }}
      >
        <CheckboxList {...group('account')} kind="radio" options={ACCOUNTS} />
      </div>
      <PasswordField
        {...field('password')}
        hint={
          isNew
            ? '15 to 128 characters of any kind. Several words are easy to remember and hard to guess.'
            : 'If you forgot it, reset it first, then open this link again.'
        }
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
      {isNew ? <PasswordField {...field('again')} /> : null}
      <Button type="submit" disabled={busy} className="w-full">
        {pending ? 'Accepting' : 'Accept invitation'}
      </Button>
      <NeedsScripts what="Accepting" />
    </form>
  );
}
