import type { ReactNode } from 'react';
import { getPageContext } from '@/app/_lib/page-context';
import { AdminSections } from '@/components/shell/admin-sections';

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { mayAdminister, mayAudit } = await getPageContext();
  return (
    <>
      {mayAudit ? <AdminSections isAuditor={!mayAdminister} /> : null}
      {children}
    </>
  );
}
