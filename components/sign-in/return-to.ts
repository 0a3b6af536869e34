/** Where to go after sign-in. Only a path of this service: anything else would be an open redirect. */
const HOME = '/today';

export function safeReturnTo(asked: string | string[] | undefined): string {
  if (typeof asked !== 'string' || asked.length > 2000) return HOME;
  // Browsers drop tabs and line breaks, and read a backslash as a slash: `/\host` and `/<tab>/host` leave the site.
  if (!/^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(asked)) return HOME;
  const base = 'http://portal.invalid';
  // A path below a complete URL is always a URL. Dot segments are resolved: `/..//host` becomes `//host`, another site.
  const url = new URL(asked, base);
  if (url.origin !== base || /^\/(\/|sign-in)/.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
