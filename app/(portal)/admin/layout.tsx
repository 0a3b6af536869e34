import type { ReactNode } from 'react';
import { getPageContext } from '@/app/_lib/page-context';
import { AdminFrame } from '@/components/shell/admin-frame';

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { mayAdminister, mayAudit } = await getPageContext();
  return mayAudit ? <AdminFrame isAuditor={!mayAdminister}>{children}</AdminFrame> : children;
}
