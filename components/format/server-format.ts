/** What `#format` is in server components; `client-format.tsx` is its counterpart. */
import { cache } from 'react';
import { formatIn, type Format } from './format';

const ofRequest = cache((): { format?: Format } => ({}));

/** Once in each request, before anything that shows a time. */
export function setFormat(timeZone: string): Format {
  return (ofRequest().format = formatIn(timeZone));
}

/** Null on pages that anyone can open. */
export const useTimeZone = (): string | null => ofRequest().format?.timeZone ?? null;

export function useFormat(): Format {
  const { format } = ofRequest();
  if (!format) throw new Error('useFormat() needs getPageContext() to have run in this request');
  return format;
}
