'use client';
/** Requests a reset link by email. The response never reveals whether an account exists. */
import { useState } from 'react';
import { defineFields } from '../client/form-fields';
import { postPublicForm } from '../client/post-public-form';
import { useSubmit } from '../client/use-submit';
import { Button } from '../ui/button';
import { ErrorSummary } from '../ui/error-summary';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { NeedsScripts } from '../ui/needs-scripts';
import { TextField } from '../ui/text-field';
import { TextLink } from '../ui/text-link';

const FIELDS = defineFields({
  email: {
    pointer: '/email',
    label: 'Email',
    type: 'email',
    autoComplete: 'username',
    required: true,
    maxLength: 254,
  },
});

export function ForgotPasswordForm({ minutes }: { minutes: number }) {
  const [asked, setAsked] = useState('');
  const { form, busy, pending, error } = useSubmit(async (data) => {
    const email = FIELDS.read(data).email ?? '';
    await postPublicForm('request-password-reset', { email });
    return email;
  }, setAsked);
  if (asked)
    return (
      <div className="space-y-5">
        <Notice kind="success" word="Check your email" live>
          If {asked} belongs to an account, we sent it a link. The link is valid for {minutes} minutes.
        </Notice>
        <LinkButton href="/sign-in" weight="secondary">
          Back to sign-in
        </LinkButton>
      </div>
    );
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <TextField {...FIELDS.controls(error).field('email')} />
      <Button type="submit" disabled={busy} className="w-full">
        {pending ? 'Sending' : 'Send link'}
      </Button>
      <p>
        <TextLink href="/sign-in">Back to sign-in</TextLink>
      </p>
      <NeedsScripts what="Sending a link" />
    </form>
  );
}
