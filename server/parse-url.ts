/**
 * The URL in a text, or null. Not `URL.canParse` followed by `new URL`: once Node 20 has compiled the former, it
 * accepts non-ASCII texts for which the latter throws.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
