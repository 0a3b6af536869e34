import type { Metadata } from 'next';
import { ChangePasswordForm } from '@/components/account/change-password-form';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { openPortal } from '../../open-portal';

export const metadata: Metadata = { title: 'Password · Clinical Data Service' };

export default async function PasswordPage() {
  const { session } = await openPortal();
  return (
    <MainArea>
      <PageHeading title="Password">
        Your other sessions end when you change it. Applications that you have connected keep working.
      </PageHeading>
      <ChangePasswordForm email={session.email} />
    </MainArea>
  );
}
