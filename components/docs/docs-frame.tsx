/** Frame of the documentation: search, navigation (a sidebar or, on narrow screens, a row) and one column of text. */
import type { ReactNode } from 'react';
import { SectionLinks } from '../shell/section-links';
import { SkipLink } from '../shell/skip-link';
import { Icon } from '../ui/icons';
import { Logo } from '../ui/logo';
import { PRODUCT_NAME } from '../ui/product-name';
import { TextLink } from '../ui/text-link';
import { DocsSidebar, type DocsGroup } from './docs-sidebar';
import { MOST_CHARACTERS } from './find-pages';
import { GUIDES } from './guides';

/** Linked from the overview only, for lack of space in the row of narrow screens. */
const OVERVIEW_ONLY = ['idempotency', 'patient-history', 'laboratories', 'deprecation-policy', 'changelog'];

const REFERENCE = [
  { href: '/docs/api', label: 'Operations' },
  { href: '/docs/events', label: 'Events' },
  { href: '/docs/errors', label: 'Error codes' },
];

const guidesOf = (guides: typeof GUIDES) =>
  guides.map(({ slug, title }) => ({ href: `/docs/guides/${slug}`, label: title }));

const GROUPS: readonly DocsGroup[] = [
  { title: 'Guides', links: guidesOf(GUIDES) },
  { title: 'Reference', links: REFERENCE },
];
const ROW = [
  { href: '/docs', label: 'Overview' },
  ...guidesOf(GUIDES.filter(({ slug }) => !OVERVIEW_ONLY.includes(slug))),
  ...REFERENCE,
];

interface DocsFrameProps {
  children: ReactNode;
  /** The search query. */
  query?: string;
}

export function DocsFrame({ children, query = '' }: DocsFrameProps) {
  return (
    <>
      <SkipLink />
      <header className="bar-focus bg-bar text-on-bar">
        <div className="mx-auto flex min-h-12 w-full max-w-360 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 max-md:py-1.5">
          <p>
            <TextLink
              href="/docs"
              className="flex items-center gap-2.5 font-bold text-on-bar no-underline hover:text-on-bar"
            >
              <Logo />
              {PRODUCT_NAME}
            </TextLink>
          </p>
          <SearchField query={query} />
          <TextLink href="/sign-in" className="py-2 text-on-bar hover:text-on-bar">
            Sign in
          </TextLink>
        </div>
      </header>
      <div className="lg:hidden">
        <SectionLinks label="Documentation" links={ROW} />
      </div>
      <div className="mx-auto w-full max-w-360 px-4 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-10 lg:pl-1">
        <DocsSidebar groups={GROUPS} />
        <main id="main" tabIndex={-1} className="py-8 outline-none">
          <div className="max-w-4xl">{children}</div>
        </main>
      </div>
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
