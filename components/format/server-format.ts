/** `#format` in server components; its counterpart is `client-format.tsx`. */
import { cache } from 'react';
import { formatIn, type Format } from './format';

const ofRequest = cache((): { format?: Format } => ({}));

/** Once per request, before any time is rendered. */
export function setFormat(timeZone: string): Format {
  return (ofRequest().format = formatIn(timeZone));
}

/** Null on public pages. */
export const useTimeZone = (): string | null => ofRequest().format?.timeZone ?? null;

export function useFormat(): Format {
  const { format } = ofRequest();
  if (!format) throw new Error('useFormat() needs getPageContext() to have run in this request');
  return format;
}
