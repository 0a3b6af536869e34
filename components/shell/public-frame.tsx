/** Frame of pages without sign-in: the product name and one column. */
import type { ReactNode } from 'react';
import { Logo } from '../ui/logo';
import { PRODUCT_NAME } from '../ui/product-name';
import { SkipLink } from './skip-link';

export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="bg-bar text-on-bar">
        <p className="mx-auto flex min-h-12 w-full max-w-416 items-center gap-2.5 px-4 font-bold">
          <Logo />
          {PRODUCT_NAME}
        </p>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-lg px-4 py-10 outline-none">
        {children}
      </main>
    </>
  );
}
