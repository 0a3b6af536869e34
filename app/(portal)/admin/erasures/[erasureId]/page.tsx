import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { orNotFound } from '@/app/_lib/load';
import { Certificate } from '@/components/admin/erasures/certificate';
import { PrintButton } from '@/components/print/print-button';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Certificate of erasure' };

interface CertificatePageProps {
  params: Promise<{ erasureId: string }>;
}

export default adminPage(async ({ caller, session }, { params }: CertificatePageProps) => {
  const { erasureId } = await params;
  const erasure = await orNotFound(caller.erasures.getErasure({ id: erasureId }));
  return (
    <MainArea>
      <p className="mb-1">
        <TextLink href="/admin/erasures" className="inline-flex min-h-6 items-center">
          Erased patients
        </TextLink>
      </p>
      <PageHeading title="Certificate of erasure" actions={<PrintButton />}>
        {session.orgName}
      </PageHeading>
      <Certificate erasure={erasure} />
    </MainArea>
  );
});
