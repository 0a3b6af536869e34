'use client';
/** What `#format` is in client components and unit tests; `server-format.ts` is its counterpart. */
import { use } from 'react';
import { formatIn, type Format } from './format';
import { TimeZone } from './format-provider';

/** Null on pages that anyone can open. */
export const useTimeZone = (): string | null => use(TimeZone);

export function useFormat(): Format {
  const timeZone = useTimeZone();
  if (!timeZone) throw new Error('useFormat() needs a FormatProvider above it');
  return formatIn(timeZone);
}
