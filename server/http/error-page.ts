import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { ErrorCode } from '../errors/domain-error';
import type { OAuthCode } from '../errors/oauth-error';

/**
 * Page instead of one that could not be loaded, and for users who cannot be redirected safely. Looks like the sign-in page,
 * but needs neither Next nor scripts.
 */

export interface ErrorPage {
  title: string;
  /** What happened, then what the user can do. */
  text: readonly string[];
  /** Offers to load the page again. */
  isTemporary?: boolean;
  /** For the developer of the application. */
  developer?: string;
  code: ErrorCode | OAuthCode;
  requestId: string;
}

/**
 * The font of the portal, under the name that the build gave it; null without a build. Users of this page may not
 * have visited another one, so it is loaded before the text is shown.
 */
function findFont(): string | null {
  try {
    const found = readdirSync(path.join(process.cwd(), '.next/static/media')).find((name) =>
      /^ibm_plex_sans_latin.*\.woff2$/.test(name),
    );
    return found ? `/_next/static/media/${found}` : null;
  } catch {
    return null;
  }
}

const FONT = findFont();

/** Colors and sizes of `app/globals.css`. */
const STYLE = [
  ':root{color-scheme:light dark}',
  FONT
    ? `@font-face{font-family:Plex;src:url(${FONT}) format('woff2');font-weight:100 700;font-display:block}`
    : '',
  "body{margin:0;font:.9375rem/1.5rem Plex,'Helvetica Neue',Arial,sans-serif;color:light-dark(#14201d,#e9efec);background:light-dark(#ffffff,#0f1715)}",
  'header{background:light-dark(#14201d,#1f2b28);color:light-dark(#ffffff,#f2f6f4);font-weight:700}',
  'header p{display:flex;align-items:center;gap:.625rem;box-sizing:border-box;max-width:104rem;min-height:3rem;margin:0 auto;padding:0 1rem}',
  'main{box-sizing:border-box;max-width:32rem;margin:0 auto;padding:2.5rem 1rem}',
  'h1{margin:0 0 1.25rem;font-size:clamp(1.375rem,1.125rem + 1vw,1.75rem);line-height:1.3;font-weight:600}',
  'p{margin:0 0 1rem}',
  'a{color:light-dark(#0b5563,#7cc7d6)}',
  '.button{display:inline-flex;align-items:center;min-height:2.5rem;margin-bottom:.5rem;padding:0 .875rem;border:1px solid light-dark(#6b7a75,#84958e);border-radius:2px;color:inherit;font-weight:600;text-decoration:none}',
  '.button:hover{background:light-dark(#f5f6f4,#1a2421)}',
  'section{border-top:1px solid light-dark(#c9d1cd,#36443f);padding-top:1rem}',
  'h2{margin:0;font-size:1em;line-height:1.5rem;font-weight:600}',
  'small{display:block;color:light-dark(#4a5a55,#adbbb5);font-size:.8125rem;line-height:1.25rem}',
  "code{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace;overflow-wrap:anywhere}",
].join('');
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ${FONT ? "font-src 'self'; " : ''}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const LOGO =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="3" fill="#7fd0dd"/><path d="M6.5 4v16" stroke="#14201d" stroke-width="2.5"/><path d="M10.5 7H19M10.5 12H19M10.5 17h5" stroke="#14201d" stroke-width="2.5"/></svg>';

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
const paragraph = (text: string) => `<p>${escaped(text)}</p>`;

export function htmlOf({ title, text, isTemporary = false, developer, code, requestId }: ErrorPage): string {
  const forDeveloper = developer
    ? `<section aria-labelledby="developers"><h2 id="developers">For developers</h2><p>${escaped(developer)} <a href="/docs/guides/authentication#acting-for-a-user">OAuth guide</a></p></section>`
    : '';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    FONT ? `<link rel="preload" href="${FONT}" as="font" type="font/woff2" crossorigin>` : '',
    `<title>${escaped(title)} · Clinical Data Service</title><style>${STYLE}</style></head><body>`,
    `<header><p>${LOGO}Clinical Data Service</p></header>`,
    `<main><h1>${escaped(title)}</h1>${text.map(paragraph).join('')}`,
    `<p>${isTemporary ? '<a class="button" href="">Try again</a> ' : ''}<a class="button" href="/">Go to the start page</a></p>${forDeveloper}`,
    `<small>Error code: <code>${escaped(code)}</code></small><small>Request ID: <code>${escaped(requestId)}</code></small>`,
    '</main></body></html>',
  ].join('');
}

export function sendErrorPage(
  res: ServerResponse,
  status: number,
  page: ErrorPage,
  headers: Record<string, string> = {},
): void {
  const html = htmlOf(page);
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  });
  res.end(html);
}
