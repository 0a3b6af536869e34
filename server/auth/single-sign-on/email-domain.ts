import { domainToASCII } from 'node:url';

/** Lower case, ASCII; null if the text is no domain. */
export function domainOf(text: string): string | null {
  // Node would drop a path.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text.trim())) return null;
  const ascii = domainToASCII(text.trim().toLowerCase());
  return /^(?=.{4,190}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(ascii)
    ? ascii
    : null;
}
