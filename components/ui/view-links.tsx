/** Links to the views of a page: its lists as tabs, or its presets and periods as chips. */
import type { ReactNode } from 'react';
import { TextLink } from './text-link';

export interface ViewLink {
  href: string;
  label: ReactNode;
}

interface ViewLinksProps {
  /** Name of the landmark. */
  label: string;
  links: readonly ViewLink[];
  /** `href` of the open view; null if none of them is open. */
  current: string | null;
  look?: 'tabs' | 'chips';
}

export const ViewLinks = ({ label, links, current, look = 'tabs' }: ViewLinksProps) => (
  <nav
    aria-label={label}
    className={`mb-4 short:mb-2 print:hidden ${look === 'tabs' ? 'border-b border-line' : ''}`}
  >
    <ul className={`flex flex-wrap ${look === 'tabs' ? '-mb-px gap-x-5' : 'gap-1.5'}`}>
      {links.map(({ href, label: text }) => (
        <li key={href}>
          <TextLink
            href={href}
            aria-current={href === current ? 'page' : undefined}
            className={look === 'tabs' ? tabOf(href === current) : 'chip target text-ink'}
          >
            {text}
          </TextLink>
        </li>
      ))}
    </ul>
  </nav>
);

const tabOf = (isCurrent: boolean): string =>
  `flex min-h-9 items-center border-b-3 no-underline hover:underline ${
    isCurrent ? 'border-accent font-bold text-ink' : 'border-transparent font-medium'
  }`;
