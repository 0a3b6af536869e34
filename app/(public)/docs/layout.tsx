import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** The documentation may be found: everything else of the service is nobody's business. */
export const metadata: Metadata = { robots: { index: true, follow: true } };

export default function DocsLayout({ children }: { children: ReactNode }) {
  return children;
}
