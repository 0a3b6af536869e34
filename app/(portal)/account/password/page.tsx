import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { ChangePasswordForm } from '@/components/account/change-password-form';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Password' };

export default async function PasswordPage() {
  const { session } = await getPageContext();
  return (
    <MainArea>
      <PageHeading title="Password">
        Changing it ends your other sessions. Connected applications keep working.
      </PageHeading>
      <ChangePasswordForm email={session.email} />
    </MainArea>
  );
}
