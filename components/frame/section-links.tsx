'use client';
/** Second row of navigation: the sections of a chart or of the administration. The open one is bold and ruled. */
import { usePathname } from 'next/navigation';
import { TextLink } from '../ui/text-link';

export interface SectionLink {
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
  return (
    <nav aria-label={label} className="border-b border-line bg-paper print:hidden">
      <ul className="mx-auto flex w-full max-w-304 flex-wrap gap-x-1 px-1">
        {links.map(({ href, label: text }, index) => {
          const open = pathname === href || (index > 0 && pathname.startsWith(`${href}/`));
          return (
            <li key={href}>
              <TextLink
                href={href}
                aria-current={open ? (pathname === href ? 'page' : 'true') : undefined}
                className={`flex min-h-11 items-center border-b-4 px-3 no-underline hover:underline ${
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
