/** The sections of an area, with one sentence each. */
import type { ReactNode } from 'react';
import { TextLink } from './text-link';

interface LinkedPlace {
  href: string;
  title: string;
  children: ReactNode;
}

export const PlaceGrid = ({ places }: { places: readonly LinkedPlace[] }) => (
  <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
    {places.map(({ href, title, children }) => (
      <li key={href} className="border border-line px-4 py-3">
        <h2 className="font-semibold">
          <TextLink href={href}>{title}</TextLink>
        </h2>
        {children}
      </li>
    ))}
  </ul>
);
