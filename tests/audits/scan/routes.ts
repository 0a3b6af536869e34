import { routesOfTree } from '../../browser/support/page-routes';
import type { Check } from './ffuf';
import type { OpenApi } from './operations';

/** All operations, pages and other known paths. Everything else must be closed. */

export interface Known {
  /** Methods by path pattern. */
  api: Map<string, string[]>;
  pages: string[];
}

/** Paths that are neither operations nor pages but may respond. */
const OTHER_PATHS = [
  /^\/(healthz|readyz|metrics|icon\.svg)$/,
  /^\/v1\/openapi\.json$/,
  // Routes of next-auth.
  /^\/api\/auth\/(csrf|session|providers|signin|signout|error|callback\/credentials|signin\/credentials)\/?$/,
];

export function knownOf(document: OpenApi): Known {
  return {
    api: new Map(
      Object.entries(document.paths).map(([pattern, operations]) => [
        pattern,
        Object.keys(operations).map((method) => method.toUpperCase()),
      ]),
    ),
    pages: routesOfTree().map(({ pattern }) => pattern),
  };
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/\{\w+\}|\[\w+\]/g, '[^/]+')}$`).test(path);

/** Like the service parses a path: dot segments resolved, nothing decoded. */
const read = (path: string): string => new URL(`http://x${path}`).pathname;

export type Caller = 'anonymous' | 'key' | 'person';

export function checkOf({ api, pages }: Known, caller: Caller): Check {
  return ({ method, path, status, location, allow }) => {
    const at = read(path);
    const has = [...api].find(([pattern]) => matches(pattern, at))?.[1];
    if (status >= 500) return 'the service broke';
    if (status === 404) return null;
    if (status === 405) return wrongAllow(allow, at.startsWith('/v1/') ? has : undefined);
    const isPage = pages.some((pattern) => matches(pattern, at));
    if (method === 'GET' && (has?.includes('GET') || isPage || OTHER_PATHS.some((known) => known.test(at))))
      return null;
    // Authentication comes first, so that anonymous callers cannot discover paths.
    if (status === 401 && caller !== 'key' && (at === '/v1' || at.startsWith('/v1/'))) return null;
    if (status === 400) return null;
    if (status === 303 && caller !== 'person') return toSignIn(location);
    if (status === 308) return sameWithoutSlashes(path, location);
    return 'nothing is known to be there';
  };
}

/** For `/v1` the known methods; elsewhere any, if the header is present. */
function wrongAllow(allow: string | undefined, expected: string[] | undefined): string | null {
  const named = (allow ?? '').split(', ').filter(Boolean).sort();
  if (named.length === 0) return 'without Allow';
  return expected && named.join() !== [...expected].sort().join() ? `Allow is ${allow}` : null;
}

const toSignIn = (location: string): string | null =>
  /^(https?:\/\/(localhost|127\.0\.0\.1):\d+)?\/sign-in\?return_to=/.test(location) ? null : 'sent elsewhere';

/** Next redirects superfluous slashes to the same path without them, on this site. */
function sameWithoutSlashes(path: string, location: string): string | null {
  const plain = (text: string): string =>
    `/${text
      .replace(/^https?:\/\/(localhost|127\.0\.0\.1):\d+/, '')
      .replaceAll('\\', '/')
      .split('/')
      .filter(Boolean)
      .join('/')}`;
  return plain(location) === plain(read(path)) && !/^\/\//.test(location) ? null : 'sent elsewhere';
}
