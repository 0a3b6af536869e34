/** A part of the start page: its first rows, their number, and a link to the whole list. */
import type { ReactNode } from 'react';
import { counted } from '../format/counted';
import { TextLink } from '../ui/text-link';

interface CardLink {
  href: string;
  label: string;
}

interface TodayCardProps {
  id: string;
  heading: string;
  /** Omitted where the number means nothing. */
  count?: number;
  /** The whole list. */
  all: CardLink;
  /** Parts of the list. */
  parts?: readonly CardLink[];
  /** Shown without rows. */
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
}

export function TodayCard({ id, heading, count, all, parts = [], empty, isEmpty, children }: TodayCardProps) {
  return (
    <section aria-labelledby={id} className="mb-5 border border-line bg-paper">
      <h2
        id={id}
        className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2 text-section font-semibold"
      >
        {heading}
        {count === undefined ? null : (
          <span className={count > 0 ? 'font-bold' : 'font-normal text-ink-2'}>{counted(count)}</span>
        )}
      </h2>
      {isEmpty ? (
        <p className="px-4 py-3 text-ink-2">{empty}</p>
      ) : (
        <ul data-live-rows="" className="divide-y divide-line">
          {children}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-4 border-t border-line px-4 py-1.5 text-sm">
        {[...parts, all].map(({ href, label }) => (
          <TextLink key={href} href={href} className="target inline-flex min-h-6 items-center">
            {label}
          </TextLink>
        ))}
      </p>
    </section>
  );
}

export const TodayRow = ({ children, aside }: { children: ReactNode; aside?: ReactNode }) => (
  <li className="flex items-baseline justify-between gap-4 px-4 py-(--row-space)">
    <div className="min-w-0 wrap-anywhere">{children}</div>
    {aside === undefined ? null : <div className="shrink-0 text-right text-sm text-ink-2">{aside}</div>}
  </li>
);
