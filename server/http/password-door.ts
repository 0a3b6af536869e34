import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { invalidInput } from '../api/validation';
import { requestPasswordReset, redeemPasswordReset } from '../auth/password-reset';
import { DomainError, isDomainError } from '../domain/errors';
import { notFound } from '../domain/ids';
import { countAddress } from '../limits/limits';
import { PASSWORDS } from '../limits/policies';
import { mailIsSet } from '../mail/send-mail';
import { countLimited } from './metrics';
import { unknownCaller } from './refused';
import type { RequestInfo } from './request-info';
import { parseJsonBody } from './rest/json-body';
import { assertBodyHeaders, readBody } from './rest/read-body';
import { isSameOrigin } from './trpc-door';

/** A new password without the old one, for our own pages: asking for a link, and using it. */

const MAX_BODY = 4 * 1024;

const forgot = z.strictObject({ email: z.string().min(1).max(254) });
const reset = z.strictObject({
  secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  password: z.string().min(1).max(512),
});

/** Reads the request, then does what it asks; what the verb refuses, it records itself. */
const ROUTES: Record<string, (body: unknown, info: RequestInfo) => () => Promise<object>> = {
  '/api/portal/password/forgot': (body, { ip, requestId }) => {
    const { email } = parse(forgot, body);
    if (!mailIsSet())
      throw new DomainError('invalid_state', 'No mail is sent here. Ask an administrator for a link.');
    return () => {
      requestPasswordReset(email, { ip, requestId });
      return Promise.resolve({ object: 'password_reset_request' });
    };
  },
  '/api/portal/password/reset': (body, { ip, requestId }) => {
    const given = parse(reset, body);
    return async () => {
      await redeemPasswordReset(given, { ip, requestId });
      return { object: 'password_reset' };
    };
  },
};

export async function handlePasswords(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  const { pathname } = info.url;
  const route = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname]! : null;
  if (!route) throw await unknownCaller(info, 'portal', notFound());
  if (req.method !== 'POST')
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('method_not_allowed', 'The path does not have this method.', { allow: ['POST'] }),
    );
  if (!isSameOrigin(req))
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('forbidden', 'This door is only open to our own pages.'),
    );
  info.route = pathname;
  const standing = await countAddress(info.ip, PASSWORDS);
  if (!standing.admitted) {
    countLimited(standing.policy.name);
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('rate_limited', 'Too many attempts from this address.', {
        retry_after: standing.seconds,
      }),
    );
  }
  const work = await readRequest(req, info, route);
  const text = JSON.stringify(await work());
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': info.requestId,
  });
  res.end(text);
}

async function readRequest<T>(
  req: IncomingMessage,
  info: RequestInfo,
  route: (body: unknown, info: RequestInfo) => T,
): Promise<T> {
  try {
    assertBodyHeaders(req, ['application/json'], MAX_BODY);
    return route(parseJsonBody(await readBody(req, MAX_BODY)), info);
  } catch (error) {
    throw isDomainError(error) ? await unknownCaller(info, 'portal', error) : error;
  }
}

/** @throws DomainError `validation_failed` */
function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues, {
    at: 'body',
    pathParameters: [],
    readOnly: new Set(),
    value,
  });
}
