/** Frame of the documentation: search, navigation (a sidebar or, on narrow screens, a row) and one column of text. */
import type { ReactNode } from 'react';
import { SkipLink } from '../shell/skip-link';
import { Icon } from '../ui/icons';
import { Logo } from '../ui/logo';
import { PRODUCT_NAME } from '../ui/product-name';
import { TextLink } from '../ui/text-link';
import type { DocsGroup } from './docs-groups';
import { DocsMenu, DocsSidebar } from './docs-sidebar';
import { MOST_CHARACTERS } from './find-pages';
import { GUIDE_GROUPS } from './guides';
import type { Guide } from './guide';
import { OPERATION_GROUPS } from './reference';
import { SearchKey } from './search-key';

const REFERENCE = [
  { href: '/docs/api', label: 'All operations' },
  { href: '/docs/events', label: 'Events' },
  { href: '/docs/errors', label: 'Error codes' },
];

const guidesOf = (guides: readonly Guide[]) =>
  guides.map(({ slug, title }) => ({ href: `/docs/guides/${slug}`, label: title }));

const GROUPS: readonly DocsGroup[] = [
  ...GUIDE_GROUPS.map(({ title, guides }) => ({ title, links: guidesOf(guides), awayFrom: '/docs/api/' })),
  { title: 'Reference', links: REFERENCE },
  {
    title: 'Operations',
    links: [],
    folds: OPERATION_GROUPS.map(({ title, operations }) => ({
      title,
      links: operations.map(({ id, summary }) => ({ href: `/docs/api/${id}`, label: summary })),
    })),
  },
];
interface DocsFrameProps {
  children: ReactNode;
  /** The search query. */
  query?: string;
  /** The sections of a long page. */
  parts?: readonly DocsPart[];
  hasSession: boolean;
}

export interface DocsPart {
  id: string;
  title: string;
}

export function DocsFrame({ children, query = '', parts = [], hasSession }: DocsFrameProps) {
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
          <TextLink href={hasSession ? '/' : '/sign-in'} className="py-2 text-on-bar hover:text-on-bar">
            {hasSession ? 'Open portal' : 'Sign in'}
          </TextLink>
        </div>
      </header>
      <DocsMenu groups={GROUPS} />
      <div className="mx-auto w-full max-w-360 px-4 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-10 xl:grid-cols-[13rem_minmax(0,1fr)_12rem] lg:pl-1">
        <DocsSidebar groups={GROUPS} />
        <main id="main" tabIndex={-1} className="min-w-0 py-8 outline-none">
          <div className="max-w-4xl">{children}</div>
        </main>
        {parts.length > 1 ? <OnThisPage parts={parts} /> : null}
      </div>
    </>
  );
}

const OnThisPage = ({ parts }: { parts: readonly DocsPart[] }) => (
  <nav
    aria-label="On this page"
    className="sticky top-0 max-h-dvh self-start overflow-y-auto py-8 max-xl:hidden print:hidden"
  >
    <p className="mb-1 text-sm font-semibold text-ink-2">On this page</p>
    <ul>
      {parts.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="flex min-h-8 items-center no-underline hover:underline">
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** A plain form: the documentation works without scripts, except the key. */
function SearchField({ query }: { query: string }) {
  return (
    <form
      action="/docs/search"
      role="search"
      className="order-last flex min-w-0 basis-full md:order-none md:max-w-120 md:flex-1 md:basis-64"
    >
      <SearchKey field="docs-search" />
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
