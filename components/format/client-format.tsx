'use client';
/** What `#format` is in client components and unit tests; `server-format.ts` is its counterpart. */
import { createContext, use, type ReactNode } from 'react';
import { formatIn, type Format } from './format';

const TimeZone = createContext<string | null>(null);

interface FormatProviderProps {
  timeZone: string;
  children?: ReactNode;
}

export const FormatProvider = ({ timeZone, children }: FormatProviderProps) => (
  <TimeZone value={timeZone}>{children}</TimeZone>
);

/** Null on pages that anyone can open. */
export const useTimeZone = (): string | null => use(TimeZone);

export function useFormat(): Format {
  const timeZone = useTimeZone();
  if (!timeZone) throw new Error('useFormat() needs a FormatProvider above it');
  return formatIn(timeZone);
}
