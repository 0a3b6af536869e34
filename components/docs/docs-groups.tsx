'use client';
import { usePathname } from 'next/navigation';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';

const ALL_OPERATIONS = '/docs/api';

type DocsLink = { href: string; label: string };

export interface DocsGroup {
  title: string;
  links: readonly DocsLink[];
  /** Below this path the group is closed. */
  awayFrom?: string;
  /** Closed, except around the current page. */
  folds?: readonly { title: string; links: readonly DocsLink[] }[];
}

export function DocsGroups({ groups }: { groups: readonly DocsGroup[] }) {
  const pathname = usePathname();
  return groups.map(({ title, links, awayFrom, folds = [] }) => (
    <div key={title} className="mb-5">
      {awayFrom && pathname.startsWith(awayFrom) ? (
        <Fold title={title} links={links} pathname={pathname} isOpen={false} />
      ) : (
        <>
          <p className="mb-1 px-3 text-sm font-semibold text-ink-2">{title}</p>
          <Links links={links} pathname={pathname} />
        </>
      )}
      {folds.map((fold) => {
        const isHere = fold.links.some(({ href }) => href === pathname);
        return <Fold key={`${fold.title} ${isHere}`} {...fold} pathname={pathname} isOpen={isHere} />;
      })}
    </div>
  ));
}

interface FoldProps {
  title: string;
  links: readonly DocsLink[];
  pathname: string;
  isOpen: boolean;
}

const Fold = ({ title, links, pathname, isOpen }: FoldProps) => (
  <details open={isOpen} className="group">
    <summary className="target flex min-h-8 items-center gap-2 px-3 hover:underline pointer-coarse:min-h-11">
      <Icon name="chevron" className="size-3 shrink-0 -rotate-90 group-open:rotate-0" />
      {title}
    </summary>
    <div className="pl-3">
      <Links links={links} pathname={pathname} />
    </div>
  </details>
);

function Links({ links, pathname }: { links: readonly DocsLink[]; pathname: string }) {
  return (
    <ul className="gap-x-6 max-lg:sm:columns-2">
      {links.map(({ href, label }) => {
        // The page of an operation is marked itself.
        const isCurrent = pathname === href || (pathname.startsWith(`${href}/`) && href !== ALL_OPERATIONS);
        return (
          <li key={href}>
            <TextLink
              href={href}
              aria-current={isCurrent ? (pathname === href ? 'page' : 'true') : undefined}
              className={`flex min-h-8 items-center border-l-4 px-2 py-0.5 no-underline hover:underline pointer-coarse:min-h-11 ${
                isCurrent ? 'border-accent bg-accent-tint font-bold text-ink' : 'border-transparent'
              }`}
            >
              {label}
            </TextLink>
          </li>
        );
      })}
    </ul>
  );
}
