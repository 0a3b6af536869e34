import NextAuth from 'next-auth';
import { NextRequest } from 'next/server';
import { openSingleSignOn } from '@/app/_lib/single-sign-on';
import { problemOf } from '@/server/errors/problem-document';
import { errorFromThrown } from '@/server/errors/from-thrown';
import { nextAuthOptions, type SignInReply } from '@/server/auth/next-auth-options';
import { SignOnError } from '@/server/auth/single-sign-on/sign-on-error';
import { denySignIn } from '@/server/auth/sign-in';
import { decideSignInRequest, readSignInForm } from '@/server/auth/sign-in-request';
import type { DomainError } from '@/server/errors/domain-error';

/** Portal sign-in and sign-out: next-auth's routes, after the request was checked. */
type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const reply: SignInReply = { cookies: [] };
  const headers = Object.fromEntries(request.headers);
  const { callbackUrl: callback, state, nonce, pkceCodeVerifier } = nextAuthOptions().cookies!;
  const used = { state: state!.name, nonce: nonce!.name, pkceCodeVerifier: pkceCodeVerifier!.name };
  let adapted: NextRequest = request;
  let single: Awaited<ReturnType<typeof openSingleSignOn>>;
  try {
    decideSignInRequest(request, request.cookies.get(callback!.name)?.value);
    if (request.method === 'POST') {
      const { url, method, headers } = request;
      adapted = new NextRequest(url, { method, headers, body: await readSignInForm(request) });
    }
    single = await openSingleSignOn(request, reply, used);
  } catch (error) {
    return await denied(request, error, callback!.name);
  }
  if (single && !single.provider) return withReply(request, new Response(), reply);
  const options = nextAuthOptions(reply, headers, single?.provider);
  const answer = await (NextAuth(options) as unknown as Handler)(adapted, context);
  // next-auth rejects a response without its cookies before any of our checks.
  if (single && request.method === 'GET' && !reply.signedOn && !reply.redirect && reply.failed === undefined)
    await single.fail(new SignOnError('expired'));
  const failure = reply.failed === undefined ? null : errorFromThrown(reply.failed, whereOf(request));
  return failure && failure.status >= 500 ? problem(request, failure) : withReply(request, answer, reply);
}

const SECOND_FACTOR = '/sign-in/second-factor';

/** next-auth knows only success and denial; a sign-in that continues or restarts is neither. */
function withReply(request: NextRequest, answer: Response, reply: SignInReply): Response {
  const own = reply.redirect
    ? redirected(request, answer, reply.redirect)
    : reply.further
      ? Response.json({ next: SECOND_FACTOR })
      : reply.over
        ? Response.json({ over: true }, { status: 401 })
        : answer;
  if (own !== answer) own.headers.set('Cache-Control', 'no-store');
  for (const line of reply.cookies) own.headers.append('Set-Cookie', line);
  return own;
}

/** Keeps the cookies that next-auth sets: those of the sign-in are used up, and that of the session after signing out. */
function redirected(request: NextRequest, answer: Response, to: string): Response {
  const own =
    request.method === 'POST'
      ? Response.json({ url: to })
      : new Response(null, { status: 303, headers: { Location: to } });
  for (const line of answer.headers.getSetCookie()) own.headers.append('Set-Cookie', line);
  return own;
}

async function denied(request: NextRequest, error: unknown, callbackCookie: string): Promise<Response> {
  const where = whereOf(request);
  const domainError = errorFromThrown(error, where);
  const ip = request.headers.get('x-clinical-ip') ?? 'unknown';
  await denySignIn({ ip, requestId: where.request_id }, domainError.code);
  const answer = problem(request, domainError);
  // If the cookie is what cannot be read, the next attempt would fail as well.
  answer.headers.append('Set-Cookie', `${callbackCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
  return answer;
}

const whereOf = (request: NextRequest) => ({
  request_id: request.headers.get('x-request-id') ?? '',
  endpoint: 'sign-in',
});

/** Sets no cookie: those of the browser stay unchanged. */
function problem(request: NextRequest, domainError: DomainError): Response {
  const { allow, retry_after } = domainError.extras;
  const headers = new Headers({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  if (allow) headers.set('Allow', allow.join(', '));
  if (retry_after !== undefined) headers.set('Retry-After', String(retry_after));
  const body = problemOf(domainError, whereOf(request).request_id);
  return new Response(JSON.stringify(body), { status: domainError.status, headers });
}

export { handler as GET, handler as POST };
