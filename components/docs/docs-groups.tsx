'use client';
import { usePathname } from 'next/navigation';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';

type DocsLink = { href: string; label: string };

export interface DocsGroup {
  title: string;
  links: readonly DocsLink[];
  /** Closed, except around the current page. */
  folds?: readonly { title: string; links: readonly DocsLink[] }[];
}

export function DocsGroups({ groups }: { groups: readonly DocsGroup[] }) {
  const pathname = usePathname();
  return groups.map(({ title, links, folds = [] }) => (
    <div key={title} className="mb-5">
      <p className="mb-1 px-3 text-sm font-semibold text-ink-2">{title}</p>
      <Links links={links} pathname={pathname} />
      {folds.map((fold) => {
        const isHere = fold.links.some(({ href }) => href === pathname);
        return (
          <details key={`${fold.title} ${isHere}`} open={isHere} className="group">
            <summary className="target flex min-h-8 items-center gap-2 px-3 hover:underline pointer-coarse:min-h-11">
              <Icon name="chevron" className="size-3 shrink-0 -rotate-90 group-open:rotate-0" />
              {fold.title}
            </summary>
            <div className="pl-3">
              <Links links={fold.links} pathname={pathname} />
            </div>
          </details>
        );
      })}
    </div>
  ));
}

function Links({ links, pathname }: { links: readonly DocsLink[]; pathname: string }) {
  return (
    <ul className="gap-x-6 max-lg:sm:columns-2">
      {links.map(({ href, label }) => {
        const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
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
