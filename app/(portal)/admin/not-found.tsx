import type { Metadata } from 'next';
import { AdminListLink } from '@/components/shell/admin-frame';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Record not found' };

export default function AdminNotFound() {
  return (
    <MainArea>
      <PageHeading title="Record not found" />
      <p className="mb-5">The address may be wrong, the record may be deleted, or you may not have access.</p>
      <AdminListLink />
    </MainArea>
  );
}
