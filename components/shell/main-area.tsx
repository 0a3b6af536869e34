/**
 * The main landmark of a page and target of the skip link. The layout survives navigation, so each page provides the
 * time zone for its client components: all its times are in one zone.
 */
import type { ReactNode } from 'react';
import { useTimeZone } from '#format';
import { FormatProvider } from '../format/format-provider';

export function MainArea({ children }: { children: ReactNode }) {
  const timeZone = useTimeZone();
  const main = (
    <main id="main" tabIndex={-1} className="page outline-none">
      {children}
    </main>
  );
  return timeZone ? <FormatProvider timeZone={timeZone}>{main}</FormatProvider> : main;
}
