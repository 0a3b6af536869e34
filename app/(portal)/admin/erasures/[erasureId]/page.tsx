import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { orNotFound } from '@/app/_lib/load';
import { Certificate } from '@/components/admin/erasures/certificate';
import { PrintButton } from '@/components/print/print-button';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Certificate of erasure' };

interface CertificatePageProps {
  params: Promise<{ erasureId: string }>;
}

export default adminPage('get_erasure', async ({ caller, session }, { params }: CertificatePageProps) => {
  const { erasureId } = await params;
  const erasure = await orNotFound(caller.erasures.getErasure({ id: erasureId }));
  return (
    <MainArea>
      <PageHeading
        parent={{ href: '/admin/erasures', label: 'Erased patients' }}
        title="Certificate of erasure"
        actions={<PrintButton />}
      >
        {session.orgName}
      </PageHeading>
      <Certificate erasure={erasure} />
    </MainArea>
  );
});
