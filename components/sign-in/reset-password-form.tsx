'use client';
/** Sets a new password with a link from an email or an administrator. */
import { useState } from 'react';
import { postPublicForm } from '../client/post-public-form';
import { useSubmit } from '../client/use-submit';
import { Button } from '../ui/button';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { LinkButton } from '../ui/link-button';
import { NeedsScripts } from '../ui/needs-scripts';
import { Notice } from '../ui/notice';
import { assertSame, NewPasswordFields } from './new-password-fields';
import { ResetLinkOver } from './reset-link-over';

const FIELDS: readonly FieldPlace[] = [
  ['/password', 'new_password', 'New password'],
  ['/repeated', 'repeated'],
];

interface ResetPasswordFormProps {
  secret: string;
  /** Whether the service sends email. */
  byMail: boolean;
}

export function ResetPasswordForm({ secret, byMail }: ResetPasswordFormProps) {
  const [changed, setChanged] = useState(false);
  const { form, busy, pending, error, at } = useSubmit(
    (data) => postPublicForm('redeem-password-reset', { secret, password: assertSame(data) }),
    () => setChanged(true),
    FIELDS,
  );
  // A secret of the wrong length is as invalid as a used one.
  const isOver = error?.code === 'not_found' || error?.fields.some(({ pointer }) => pointer === '/secret');
  if (changed)
    return (
      <div className="space-y-5">
        <Notice kind="success" word="Password changed" live>
          All your sessions have ended.
        </Notice>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </div>
    );
  if (isOver) return <ResetLinkOver byMail={byMail} live />;
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS} />
      <p>You will be signed out everywhere. Your second factor stays the same.</p>
      <NewPasswordFields at={at} />
      <Button type="submit" disabled={busy} className="w-full">
        {pending ? 'Changing' : 'Change password'}
      </Button>
      <NeedsScripts what="Changing the password" />
    </form>
  );
}
