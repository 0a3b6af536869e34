import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Search engines may index only the documentation. */
export const metadata: Metadata = { robots: { index: true, follow: true } };

export default function DocsLayout({ children }: { children: ReactNode }) {
  return children;
}
