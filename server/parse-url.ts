/**
 * The address in a text, or null. Not `URL.canParse` and then `new URL`: once Node 20 has compiled the first, it says yes
 * to texts beyond ASCII that the second throws at.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
