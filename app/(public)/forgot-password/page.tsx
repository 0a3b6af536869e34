import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { ForgotPasswordForm } from '@/components/sign-in/forgot-password-form';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { RESET_MINUTES, resetsByMail } from '@/server/auth/password-reset';

export const metadata: Metadata = { title: 'Forgotten password' };

export default function ForgotPasswordPage() {
  return (
    <PublicFrame>
      <PageHeading title="Forgotten password" />
      {resetsByMail() ? (
        <>
          <p className="mb-5">Type your e-mail address. A link to choose a new password is sent to it.</p>
          <ForgotPasswordForm minutes={RESET_MINUTES} />
        </>
      ) : (
        <>
          <p className="mb-5">
            This service sends no mail. Ask an administrator of your organization for a link to choose a new
            password.
          </p>
          <LinkButton href="/sign-in" weight="secondary">
            Back to sign-in
          </LinkButton>
        </>
      )}
    </PublicFrame>
  );
}
