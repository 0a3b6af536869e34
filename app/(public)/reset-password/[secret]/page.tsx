import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { ResetPasswordForm } from '@/components/sign-in/reset-password-form';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'New password' };

/** The same page for every link: whether the link is valid is checked when the form is sent. */
export default async function ResetPasswordPage({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  return (
    <PublicFrame>
      <PageHeading title="New password" />
      <ResetPasswordForm secret={secret} />
    </PublicFrame>
  );
}
