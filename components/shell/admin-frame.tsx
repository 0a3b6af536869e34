'use client';
/** The pages of the administration by group: a sidebar on wide screens, one menu on others. A record that does not exist links to its list. */
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';
import { TextLink } from '../ui/text-link';
import { Disclosure } from './disclosure';
import { isAt } from './places';
import { ADMIN_GROUPS, ADMIN_START, AUDIT_GROUPS } from './section-places';

interface AdminFrameProps {
  /** Of a user who reads the audit log and administers nothing. */
  isAuditor: boolean;
  children: ReactNode;
}

/** Some pages are below the path of another one. An unknown address is at none. */
const placeAt = (pathname: string, groups: typeof ADMIN_GROUPS): typeof ADMIN_START | undefined =>
  [ADMIN_START, ...groups.flatMap(({ places }) => places)]
    .filter(({ href }) => (href === ADMIN_START.href ? pathname === href : isAt(pathname, href)))
    .sort((a, b) => b.href.length - a.href.length)[0];

export function AdminFrame({ isAuditor, children }: AdminFrameProps) {
  const pathname = usePathname();
  const start = isAuditor ? null : ADMIN_START;
  const groups = isAuditor ? AUDIT_GROUPS : ADMIN_GROUPS;
  const current = placeAt(pathname, groups);
  const link = ({ href, label }: typeof ADMIN_START) => (
    <TextLink
      href={href}
      aria-current={href === pathname ? 'page' : href === current?.href ? 'true' : undefined}
      className={`flex min-h-7 items-center border-l-4 px-2.5 no-underline hover:underline max-xl:min-h-9 pointer-coarse:min-h-11 ${
        href === current?.href ? 'border-accent bg-accent-tint font-bold text-ink' : 'border-transparent'
      }`}
    >
      {label}
    </TextLink>
  );
  const links = (
    <>
      {start ? <div className="mb-2.5 max-xl:mb-4">{link(start)}</div> : null}
      {groups.map(({ title, places }) => (
        <div key={title} className="mb-2.5 break-inside-avoid max-xl:mb-4">
          <p className="px-3.5 text-sm font-semibold text-ink-2">{title}</p>
          <ul>
            {places.map((place) => (
              <li key={place.href}>{link(place)}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
  return (
    <div className="mx-auto w-full max-w-416 xl:grid xl:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
      <nav
        aria-label="Administration"
        className="admin-sidebar border-r border-line max-xl:hidden print:hidden"
      >
        <div className="py-4">{links}</div>
      </nav>
      <nav aria-label="Administration" className="border-b border-line xl:hidden print:hidden">
        <Disclosure className="group">
          <summary className="flex min-h-11 items-center gap-2 px-4 hover:underline">
            <Icon name="more" />
            <span className="text-ink-2">Admin</span>
            {current ? <span className="font-semibold">{current.label}</span> : null}
            <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
          </summary>
          <div className="border-t border-line bg-canvas px-1 pt-3 sm:columns-2 md:columns-3">{links}</div>
        </Disclosure>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** "API keys" keeps its capitals. */
const inSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

/** The way from a record that does not exist to the list of its kind. */
export function AdminListLink() {
  const { href, label } = placeAt(usePathname(), ADMIN_GROUPS) ?? ADMIN_START;
  return <LinkButton href={href}>Go to {inSentence(label)}</LinkButton>;
}
