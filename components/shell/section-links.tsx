'use client';
/**
 * Second row of navigation: the sections of a chart or an account. The current one is bold and
 * ruled. On a phone the row scrolls sideways until the current one is visible.
 */
import { usePathname } from 'next/navigation';
import { useEffect, useRef, type ReactNode } from 'react';
import { TextLink } from '../ui/text-link';
import { isAt } from './places';

interface SectionLink {
  href: string;
  label: string;
}

interface SectionLinksProps {
  label: string;
  /** The first link is the start page of the section: current only on exactly this page. */
  links: readonly SectionLink[];
  /** At the end of the row, or below it if it is as wide. */
  children?: ReactNode;
}

export function SectionLinks({ label, links, children }: SectionLinksProps) {
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
    <div className="border-b border-line bg-paper print:hidden">
      <div className="mx-auto flex w-full max-w-416 flex-wrap items-center">
        <nav aria-label={label} className="min-w-0 grow max-sm:w-full">
          <ul ref={row} className="section-row flex gap-x-1 px-1 md:flex-wrap">
            {links.map(({ href, label: text }, index) => {
              const open = pathname === href || (index > 0 && isAt(pathname, href));
              return (
                <li key={href} className="shrink-0">
                  <TextLink
                    href={href}
                    // Browsers do not scroll to a link that is partly visible.
                    onFocus={(event) =>
                      event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
                    }
                    aria-current={open ? (pathname === href ? 'page' : 'true') : undefined}
                    className={`flex min-h-11 short:pointer-fine:min-h-9 items-center border-b-4 px-3 whitespace-nowrap no-underline hover:underline ${
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
        {children}
      </div>
    </div>
  );
}
