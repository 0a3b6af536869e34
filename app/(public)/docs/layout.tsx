import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Search engines may index the documentation, and nothing else of the service. */
export const metadata: Metadata = { robots: { index: true, follow: true } };

export default function DocsLayout({ children }: { children: ReactNode }) {
  return children;
}
