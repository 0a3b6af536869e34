/** The one main landmark of a page: target of the skip link. */
import type { ReactNode } from 'react';

export function MainArea({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={`page outline-none ${wide ? 'page-wide' : ''}`}>
      {children}
    </main>
  );
}
