/** The one main landmark of a page: target of the skip link. */
import type { ReactNode } from 'react';

export function MainArea({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="page outline-none">
      {children}
    </main>
  );
}
