import type { ReactNode } from 'react';
import { AdminSections } from '@/components/shell/admin-sections';
import { openPortal } from '../open-portal';

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { mayAdminister } = await openPortal();
  return (
    <>
      {mayAdminister ? <AdminSections /> : null}
      {children}
    </>
  );
}
