'use client';
/**
 * Second row of navigation: the sections of a chart, of the administration or of an account. The open one is bold and
 * ruled. On a phone it stays one row that is moved sideways, with the open one in sight.
 */
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { TextLink } from '../ui/text-link';

interface SectionLink {
  href: string;
  label: string;
}

interface SectionLinksProps {
  label: string;
  /** The first link is the home of the section: open only when it is exactly this page. */
  links: readonly SectionLink[];
}

export function SectionLinks({ label, links }: SectionLinksProps) {
  const pathname = usePathname();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = row.current;
    const open = list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !open) return;
    const before = open.getBoundingClientRect().left - list.getBoundingClientRect().left;
    list.scrollLeft += before - (list.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav aria-label={label} className="border-b border-line bg-paper print:hidden">
      <ul ref={row} className="section-row mx-auto flex w-full max-w-304 gap-x-1 px-1 md:flex-wrap">
        {links.map(({ href, label: text }, index) => {
          const open = pathname === href || (index > 0 && pathname.startsWith(`${href}/`));
          return (
            <li key={href} className="shrink-0">
              <TextLink
                href={href}
                // Browsers leave a link that is half in sight where it is.
                onFocus={(event) =>
                  event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
                }
                aria-current={open ? (pathname === href ? 'page' : 'true') : undefined}
                className={`flex min-h-11 items-center border-b-4 px-3 whitespace-nowrap no-underline hover:underline ${
                  open ? 'border-accent font-bold text-ink' : 'border-transparent font-medium'
                }`}
              >
                {text}
              </TextLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
