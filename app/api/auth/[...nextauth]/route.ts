import NextAuth from 'next-auth';
import { NextRequest } from 'next/server';
import { problemOf } from '@/server/errors/problem-document';
import { errorFromThrown } from '@/server/errors/from-thrown';
import { nextAuthOptions, type SignInReply } from '@/server/auth/next-auth-options';
import { denySignIn } from '@/server/auth/sign-in';
import { decideSignInRequest, readSignInForm } from '@/server/auth/sign-in-request';
import type { DomainError } from '@/server/errors/domain-error';

/** Portal sign-in and sign-out: next-auth's routes, after the request was checked. */
type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const reply: SignInReply = { cookies: [] };
  const options = nextAuthOptions(reply, Object.fromEntries(request.headers));
  const callback = options.cookies!.callbackUrl!;
  let adapted: NextRequest = request;
  try {
    decideSignInRequest(request, request.cookies.get(callback.name)?.value);
    if (request.method === 'POST') {
      const { url, method, headers } = request;
      adapted = new NextRequest(url, { method, headers, body: await readSignInForm(request) });
    }
  } catch (error) {
    return await denied(request, error, callback.name);
  }
  const answer = await (NextAuth(options) as unknown as Handler)(adapted, context);
  const failure = reply.failed === undefined ? null : errorFromThrown(reply.failed, whereOf(request));
  return failure && failure.status >= 500 ? problem(request, failure) : withReply(answer, reply);
}

const SECOND_FACTOR = '/sign-in/second-factor';

/** next-auth knows only success and denial; a sign-in that continues or restarts is neither. */
function withReply(answer: Response, reply: SignInReply): Response {
  const own = reply.further
    ? Response.json({ next: SECOND_FACTOR })
    : reply.over
      ? Response.json({ over: true }, { status: 401 })
      : answer;
  if (own !== answer) own.headers.set('Cache-Control', 'no-store');
  for (const line of reply.cookies) own.headers.append('Set-Cookie', line);
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
