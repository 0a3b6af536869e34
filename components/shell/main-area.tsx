/**
 * The one main landmark of a page: target of the skip link. The layout stays when someone moves between pages, so the time
 * zone for the client components of a page comes with the page: all its times are in one zone.
 */
import type { ReactNode } from 'react';
import { useTimeZone } from '#format';
import { FormatProvider } from '../format/format-provider';

export function MainArea({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  const timeZone = useTimeZone();
  const main = (
    <main id="main" tabIndex={-1} className={`page outline-none ${wide ? 'page-wide' : ''}`}>
      {children}
    </main>
  );
  return timeZone ? <FormatProvider timeZone={timeZone}>{main}</FormatProvider> : main;
}
