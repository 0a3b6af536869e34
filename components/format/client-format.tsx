'use client';
/** `#format` in client components and unit tests; its counterpart is `server-format.ts`. */
import { use } from 'react';
import { formatIn, type Format } from './format';
import { TimeZone } from './format-provider';

/** Null on public pages. */
export const useTimeZone = (): string | null => use(TimeZone);

export function useFormat(): Format {
  const timeZone = useTimeZone();
  if (!timeZone) throw new Error('useFormat() needs a FormatProvider above it');
  return formatIn(timeZone);
}
