import type { ServerResponse } from 'node:http';
import { env } from '../env';

/** Headers of every response, and the content policy of pages. A handler may replace them. */

const https = env.PUBLIC_URL.startsWith('https:');

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(https ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
};

/** Responses to programs are data: nothing in them may run or be framed. */
export const MACHINE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
};

export function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) res.setHeader(name, headers[name]!);
}

/** @param formTarget another site to which a form of the page may redirect */
export function pagePolicy(nonce: string, dev: boolean, formTarget?: string | null): string {
  // Development only: the reload code of React and the bundler uses `eval` and a web socket.
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`;
  return [
    "default-src 'self'",
    `script-src ${script}`,
    dev ? "style-src-elem 'self' 'unsafe-inline'" : `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `form-action 'self'${formTarget ? ` ${formTarget}` : ''}`,
  ].join('; ');
}
