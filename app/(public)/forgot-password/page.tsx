import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { ForgotPasswordForm } from '@/components/sign-in/forgot-password-form';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { RESET_MINUTES, resetsByMail } from '@/server/auth/password-reset';

export const metadata: Metadata = { title: 'Forgot your password?' };

export default function ForgotPasswordPage() {
  return (
    <PublicFrame>
      <PageHeading title="Forgot your password?" />
      {resetsByMail() ? (
        <>
          <p className="mb-5">Enter your email address to get a link for choosing a new password.</p>
          <ForgotPasswordForm minutes={RESET_MINUTES} />
        </>
      ) : (
        <>
          <p className="mb-5">
            This service does not send email. Ask an administrator of your organization for a reset link.
          </p>
          <LinkButton href="/sign-in" weight="secondary">
            Back to sign-in
          </LinkButton>
        </>
      )}
    </PublicFrame>
  );
}
