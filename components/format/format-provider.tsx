'use client';
/** The time zone for `client-format.tsx`. Apart from it, so that pages without times do not load what formats them. */
import { createContext, type ReactNode } from 'react';

export const TimeZone = createContext<string | null>(null);

interface FormatProviderProps {
  timeZone: string;
  children?: ReactNode;
}

export const FormatProvider = ({ timeZone, children }: FormatProviderProps) => (
  <TimeZone value={timeZone}>{children}</TimeZone>
);
