'use client';
/**
 * The time zone for `client-format.tsx`, in a separate file, so that pages without times do not load the formatting.
 */
import { createContext, type ReactNode } from 'react';

export const TimeZone = createContext<string | null>(null);

interface FormatProviderProps {
  timeZone: string;
  children?: ReactNode;
}

export const FormatProvider = ({ timeZone, children }: FormatProviderProps) => (
  <TimeZone value={timeZone}>{children}</TimeZone>
);
