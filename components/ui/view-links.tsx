/** Links to the views of a page: its lists as tabs, presets as chips, exclusive choices as one control. */
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
  look?: keyof typeof LOOKS;
}

const LOOKS = {
  tabs: 'flex flex-wrap -mb-px gap-x-5',
  chips: 'flex flex-wrap gap-1.5',
  segments:
    'flex w-fit max-w-full flex-wrap overflow-hidden rounded border border-control divide-x divide-control',
};

export const ViewLinks = ({ label, links, current, look = 'tabs' }: ViewLinksProps) => (
  <nav
    aria-label={label}
    className={`mb-4 short:mb-2 print:hidden ${look === 'tabs' ? 'border-b border-line' : ''}`}
  >
    <ul className={LOOKS[look]}>
      {links.map(({ href, label: text }) => (
        <li key={href}>
          <TextLink
            href={href}
            aria-current={href === current ? 'page' : undefined}
            className={
              look === 'tabs'
                ? tabOf(href === current)
                : look === 'segments'
                  ? segmentOf(href === current)
                  : 'chip target text-ink'
            }
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

const segmentOf = (isCurrent: boolean): string =>
  `flex min-h-9 items-center px-3 text-sm whitespace-nowrap no-underline -outline-offset-2 ${
    isCurrent ? 'bg-accent font-semibold text-paper hover:text-paper' : 'text-ink hover:bg-canvas'
  }`;
