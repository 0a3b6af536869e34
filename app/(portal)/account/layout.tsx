import type { ReactNode } from 'react';
import { AccountSections } from '@/components/shell/account-sections';

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <AccountSections />
      {children}
    </>
  );
}
