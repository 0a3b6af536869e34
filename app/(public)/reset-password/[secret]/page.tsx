import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { PublicFrame } from '@/components/shell/public-frame';
import { ResetLinkOver } from '@/components/sign-in/reset-link-over';
import { ResetPasswordForm } from '@/components/sign-in/reset-password-form';
import { PageHeading } from '@/components/ui/page-heading';
import { pageRequestId, withRequestId } from '@/server/api/page-request';
import { isResetOpen, resetsByMail } from '@/server/auth/password-reset';

export const metadata: Metadata = { title: 'New password' };

/** All invalid links show the same page, whatever the reason. */
export default async function ResetPasswordPage({ params }: { params: Promise<{ secret: string }> }) {
  const [{ secret }, inbound] = await Promise.all([params, headers()]);
  const isOpen = await withRequestId(async () =>
    isResetOpen(secret, {
      ip: inbound.get('x-clinical-ip') ?? 'unknown',
      requestId: await pageRequestId(),
    }),
  );
  const byMail = resetsByMail();
  return (
    <PublicFrame>
      <PageHeading title="New password" />
      {isOpen ? <ResetPasswordForm secret={secret} byMail={byMail} /> : <ResetLinkOver byMail={byMail} />}
    </PublicFrame>
  );
}
