import type { ReactNode } from 'react';
import { getPageContext } from '@/app/_lib/page-context';
import { AdminFrame } from '@/components/shell/admin-frame';

/** The menu of the administration has this page too. */
export default async function OrderSetsLayout({ children }: { children: ReactNode }) {
  const { mayAdminister } = await getPageContext();
  return mayAdminister ? <AdminFrame isAuditor={false}>{children}</AdminFrame> : children;
}
