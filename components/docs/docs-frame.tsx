/** Frame of the documentation: search, navigation and one column of text. */
import type { ReactNode } from 'react';
import { SectionLinks } from '../shell/section-links';
import { SkipLink } from '../shell/skip-link';
import { Icon } from '../ui/icons';
import { PRODUCT_NAME } from '../ui/product-name';
import { TextLink } from '../ui/text-link';
import { MOST_CHARACTERS } from './find-pages';
import { GUIDES } from './guides';

/** Linked from the overview only, for lack of space in the row. */
const OVERVIEW_ONLY = ['idempotency', 'patient-history', 'laboratories', 'deprecation-policy', 'changelog'];

const LINKS = [
  { href: '/docs', label: 'Overview' },
  ...GUIDES.filter(({ slug }) => !OVERVIEW_ONLY.includes(slug)).map(({ slug, title }) => ({
    href: `/docs/guides/${slug}`,
    label: title,
  })),
  { href: '/docs/api', label: 'Reference' },
  { href: '/docs/events', label: 'Events' },
  { href: '/docs/errors', label: 'Error codes' },
];

interface DocsFrameProps {
  children: ReactNode;
  /** No maximum width: the page has its own columns. */
  wide?: boolean;
  /** The search query. */
  query?: string;
}

export function DocsFrame({ children, wide = false, query = '' }: DocsFrameProps) {
  return (
    <>
      <SkipLink />
      <header className="bar-focus bg-bar text-on-bar">
        <div className="mx-auto flex min-h-12 w-full max-w-360 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 max-md:py-1.5">
          <p className="font-bold">{PRODUCT_NAME}</p>
          <SearchField query={query} />
          <TextLink href="/sign-in" className="py-2 text-on-bar hover:text-on-bar">
            Sign in
          </TextLink>
        </div>
      </header>
      <SectionLinks label="Documentation" links={LINKS} />
      <main
        id="main"
        tabIndex={-1}
        className={wide ? 'outline-none' : 'mx-auto w-full max-w-360 px-4 py-8 outline-none'}
      >
        {wide ? children : <div className="max-w-4xl">{children}</div>}
      </main>
    </>
  );
}

/** A plain form: the documentation works without scripts. */
function SearchField({ query }: { query: string }) {
  return (
    <form
      action="/docs/search"
      role="search"
      className="order-last flex min-w-0 basis-full md:order-none md:max-w-120 md:flex-1 md:basis-64"
    >
      <label htmlFor="docs-search" className="sr-only">
        Search the documentation
      </label>
      <input
        id="docs-search"
        name="q"
        type="search"
        required
        maxLength={MOST_CHARACTERS}
        defaultValue={query}
        autoComplete="off"
        placeholder="Search fields, codes, paths"
        className="min-h-9 w-full min-w-0 rounded-l border border-paper bg-paper px-2.5 text-ink pointer-coarse:min-h-11"
      />
      <button
        type="submit"
        className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-r border border-l-0 border-paper bg-range px-3 font-semibold text-ink hover:bg-paper pointer-coarse:min-h-11"
      >
        <Icon name="search" />
        <span className="max-sm:sr-only">Search</span>
      </button>
    </form>
  );
}
