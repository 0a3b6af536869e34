/** Where to go after sign-in. Only a path of this service: anything else would be an open redirect. */
const HOME = '/patients';

export function safeReturnTo(asked: string | string[] | undefined): string {
  if (typeof asked !== 'string' || asked.length > 2000) return HOME;
  // Browsers drop tabs and line breaks, and read a backslash as a slash: `/\host` and `/<tab>/host` leave the site.
  if (!/^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(asked)) return HOME;
  const base = 'http://portal.invalid';
  const url = URL.canParse(asked, base) ? new URL(asked, base) : null;
  // Dot segments are resolved here: `/..//host` becomes `//host`, which is another site.
  if (!url || url.origin !== base || /^\/(\/|sign-in)/.test(url.pathname)) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
