import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import next from 'next';
import { notFound } from '../shared/ids';
import { DomainError } from '../errors/domain-error';
import { consentTarget } from '../domain/oauth/consent-target';
import { contextOfSession, readPortalSession } from '../auth/portal-session';
import { wasAwaySince } from '../db/client';
import { recordDenial } from '../shared/audit';
import { otherOrganization } from './page-organization';
import { sendProblem } from './send-problem';
import { unknownCaller } from './audit-denials';
import { noteCaller, type RequestInfo } from './request-info';
import { pagePolicy } from './security-headers';
import { openStaticFiles } from './static-files';

/**
 * Removes headers that would control Next, sets the content policy with a fresh nonce, and redirects signed-out users
 * before anything is rendered. This is not the access check: pages check the session again.
 */
export interface PagesHandler {
  handle(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void>;
  close(): Promise<void>;
}

const CONSENT = '/oauth/consent/';
/** Their URLs contain a secret. */
const SECRET = [CONSENT, '/invitation/', '/reset-password/'];
const SIGNED_IN = [
  '/today',
  '/patients',
  '/inbox',
  '/orders',
  '/documents',
  '/restricted-charts',
  '/unmatched',
  '/admin',
  '/account',
  '/resume',
  '/not-allowed',
  '/print',
  '/oauth/consent',
];

/** Headers that proxies and Next use for control. Those from outside are removed. */
const STEERING =
  /^(?:x-nonce|content-security-policy(?:-report-only)?|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-route-matches|x-forwarded-.*|forwarded|x-real-ip|x-request-id|x-clinical-.*|next-action|next-resume)$/;

/** Resolves when Next is ready: an earlier request would never get a response. */
export async function openPages({
  dev,
  hostname,
  port,
}: {
  dev: boolean;
  hostname: string;
  port: number;
}): Promise<PagesHandler> {
  // Next listens for upgrades on the server of the first page and never answers them, bypassing all handlers. A
  // separate server that never listens prevents this; in development its reload socket needs the real one.
  const own = dev ? {} : { httpServer: createServer() };
  const app = next({ dev, dir: process.cwd(), hostname, port, ...own });
  await app.prepare();
  const answer = app.getRequestHandler();
  const files = dev ? { answer: () => false } : openStaticFiles();
  return {
    close: () => app.close(),
    async handle(req, res, info) {
      const { pathname, search } = info.url;
      if (pathname === '/_next/image') return sendProblem(res, notFound(), info.requestId);
      // No page accepts a form: there are no Server Actions, and sign-in has its own route.
      if (req.method !== 'GET' && req.method !== 'HEAD' && !pathname.startsWith('/api/') && !dev) {
        const error = new DomainError('method_not_allowed', 'Pages support only GET and HEAD.', {
          allow: ['GET', 'HEAD'],
        });
        await unknownCaller(info, 'portal', error);
        return sendProblem(res, error, info.requestId);
      }
      if (files.answer(req, res, pathname)) return;
      // Read before the headers that only this server may set are removed.
      const session = needsSession(pathname) ? await readPortalSession(req) : null;
      if (session) noteCaller(info, contextOfSession(session, info).actor);
      const switched = session && otherOrganization(req, session);
      if (switched) {
        await recordDenial(contextOfSession(session, info), 'open_page', 'read', switched.code);
        return sendProblem(res, switched, info.requestId);
      }
      for (const name of Object.keys(req.headers)) if (STEERING.test(name)) delete req.headers[name];
      const nonce = randomBytes(16).toString('base64');
      const policy = pagePolicy(nonce, dev, await consentFormTarget(pathname));
      req.headers['content-security-policy'] = policy;
      req.headers['x-nonce'] = nonce;
      // For code inside Next (sign-in, page callers). Values from clients have been removed.
      req.headers['x-request-id'] = info.requestId;
      req.headers['x-clinical-ip'] = info.ip;
      req.headers['x-clinical-path'] = pathname;
      res.setHeader('Content-Security-Policy', policy);
      res.setHeader('X-Frame-Options', 'DENY');
      if (SECRET.some((prefix) => pathname.startsWith(prefix)))
        res.setHeader('Referrer-Policy', 'no-referrer');
      if (!pathname.startsWith('/_next/')) res.setHeader('Cache-Control', 'private, no-store');
      if (needsSession(pathname) && !session) {
        res.writeHead(303, {
          Location: `/sign-in?return_to=${encodeURIComponent(returnTo(pathname, search))}`,
        });
        res.end();
        return;
      }
      saysWhenAway(res, info.startedAt);
      await answer(req, res);
    },
  };
}

/** Next responds with 500 to any error of a page; if the database was unavailable, a retry makes sense. */
function saysWhenAway(res: ServerResponse, since: number): void {
  const writeHead = res.writeHead.bind(res) as (...words: unknown[]) => ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    if (status !== 500 || !wasAwaySince(since)) return writeHead(status, ...rest);
    res.setHeader('Retry-After', 2);
    return writeHead(503, ...rest.filter((word) => typeof word !== 'string'));
  };
}

/** The form of the consent page redirects to the application. */
const consentFormTarget = (pathname: string): Promise<string | null> =>
  pathname.startsWith(CONSENT) ? consentTarget(pathname.slice(CONSENT.length)) : Promise.resolve(null);

function needsSession(pathname: string): boolean {
  return (
    pathname === '/' || SIGNED_IN.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  );
}

/** Path and query on this site. Browsers would read `//host` as another site. */
function returnTo(pathname: string, search: string): string {
  if (pathname.startsWith('//')) return '/';
  const query = new URLSearchParams(search);
  query.delete('_rsc'); // Next's own marker of a partial page
  const text = query.toString();
  return text ? `${pathname}?${text}` : pathname;
}
