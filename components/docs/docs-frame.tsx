/** Frame of the documentation: name of the service, its parts in one row, one column to read. */
import type { ReactNode } from 'react';
import { SectionLinks } from '../frame/section-links';
import { SkipLink } from '../frame/skip-link';
import { TextLink } from '../ui/text-link';
import { GUIDES } from './guides/all-guides';

/** Reached from the first page; the row has no more room. */
const BESIDE = ['laboratories', 'changelog'];

const LINKS = [
  { href: '/docs', label: 'Overview' },
  ...GUIDES.filter(({ slug }) => !BESIDE.includes(slug)).map(({ slug, title }) => ({
    href: `/docs/guides/${slug}`,
    label: title,
  })),
  { href: '/docs/api', label: 'Reference' },
  { href: '/docs/events', label: 'Events' },
  { href: '/docs/errors', label: 'Codes' },
];

/** @param props.wide no bound for the width: the page has columns of its own */
export function DocsFrame({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <>
      <SkipLink />
      <header className="bg-ink text-paper">
        <p className="mx-auto flex min-h-12 w-full max-w-304 items-center justify-between gap-4 px-4">
          <span className="font-bold">Clinical Data Service</span>
          <TextLink href="/sign-in" className="py-2 text-paper hover:text-paper">
            Sign in
          </TextLink>
        </p>
      </header>
      <SectionLinks label="Documentation" links={LINKS} />
      <main
        id="main"
        tabIndex={-1}
        className={wide ? 'outline-none' : 'mx-auto w-full max-w-304 px-4 py-8 outline-none'}
      >
        {wide ? children : <div className="max-w-4xl">{children}</div>}
      </main>
    </>
  );
}
