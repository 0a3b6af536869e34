/** Frame of pages without navigation: the product name, the organization if it is known, and one column. */
import type { ReactNode } from 'react';
import { Logo } from '../ui/logo';
import { PRODUCT_NAME } from '../ui/product-name';
import { SkipLink } from './skip-link';

interface PublicFrameProps {
  organization?: string;
  children: ReactNode;
}

export function PublicFrame({ organization, children }: PublicFrameProps) {
  return (
    <>
      <SkipLink />
      <header className="bg-bar text-on-bar">
        <p className="mx-auto flex min-h-12 w-full max-w-416 items-center gap-2.5 px-4 font-bold">
          <Logo />
          <span className="whitespace-nowrap">{PRODUCT_NAME}</span>
          {organization === undefined ? null : (
            <bdi className="min-w-0 text-sm font-normal wrap-anywhere">{organization}</bdi>
          )}
        </p>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-lg px-4 py-10 outline-none">
        {children}
      </main>
    </>
  );
}
