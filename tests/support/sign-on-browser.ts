import NextAuthModule from 'next-auth';
import { NextRequest } from 'next/server';
import { authCookieLine } from '../../server/auth/auth-cookies';
import { openSingleSignOn } from '../../app/_lib/single-sign-on';
import { nextAuthOptions, type SignInReply } from '../../server/auth/next-auth-options';
import { SignOnError } from '../../server/auth/single-sign-on/sign-on-error';
import { decideSignInRequest } from '../../server/auth/sign-in-request';
import { sidOfCookies } from '../../server/auth/portal-session';
import { newRequestId } from '../../server/shared/ids';
import { env, publishNextAuthSettings } from '../../server/env';

const NextAuth = ((NextAuthModule as unknown as { default?: unknown }).default ?? NextAuthModule) as (
  request: object,
  answer: object,
  options: object,
) => Promise<void>;

/** A browser that follows a single sign-on: our routes in this process, those of the provider by HTTP. */
export class SignOnBrowser {
  cookies: Record<string, string> = {};
  private theirs: Record<string, string> = {};

  /** Starts at our page. @returns the address of the provider, or our page with a problem */
  async start(slug: string): Promise<string> {
    const { csrfToken } = (await this.ours('GET', '/api/auth/csrf')).json as { csrfToken: string };
    const { json } = await this.ours('POST', `/api/auth/signin/sso-${slug}`, { csrfToken, json: 'true' });
    return (json as { url: string }).url;
  }

  /** Follows the redirects of the provider. @returns the redirect to us */
  async enter(url: string): Promise<string> {
    let at = url;
    for (let hops = 0; hops < 10; hops++) {
      const cookie = Object.entries(this.theirs)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      keep(this.theirs, answer.headers.getSetCookie());
      const to = answer.headers.get('location');
      if (!to) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      at = new URL(to, at).href;
      if (at.startsWith(env.PUBLIC_URL)) return at;
    }
    throw new Error('Too many redirects');
  }

  /** @returns where the browser ends */
  async back(url: string): Promise<string> {
    return (await this.ours('GET', url.slice(env.PUBLIC_URL.length))).location ?? '';
  }

  /** The whole way. */
  async signOn(slug: string): Promise<string> {
    const url = await this.start(slug);
    return url.startsWith('/') ? url : this.back(await this.enter(url));
  }

  keepStep(secret: string): void {
    keep(this.cookies, [authCookieLine('sso', secret, 600)]);
  }

  sid = (): Promise<string | null> => sidOfCookies(this.cookies);

  /** Like `app/api/auth`, without Next. */
  async ours(method: 'GET' | 'POST', path: string, body: Record<string, string> = {}) {
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const request = new NextRequest(new URL(path, env.PUBLIC_URL), {
      method,
      headers: { cookie, 'x-clinical-ip': '127.0.0.1', 'x-request-id': newRequestId() },
    });
    decideSignInRequest(request, undefined);
    const reply: SignInReply = { cookies: [] };
    const headers = Object.fromEntries(request.headers);
    const { state, nonce, pkceCodeVerifier } = nextAuthOptions().cookies!;
    const names = { state: state!.name, nonce: nonce!.name, pkceCodeVerifier: pkceCodeVerifier!.name };
    const single = await openSingleSignOn(request, reply, names);
    const [action, providerId] = request.nextUrl.pathname.slice('/api/auth/'.length).split('/');
    publishNextAuthSettings();
    const answer = new Answer();
    if (!single || single.provider)
      await NextAuth(
        {
          method,
          body,
          headers,
          cookies: Object.fromEntries(
            Object.entries(this.cookies).map(([name, value]) => [name, decodeURIComponent(value)]),
          ),
          query: { ...Object.fromEntries(request.nextUrl.searchParams), nextauth: [action, providerId] },
        },
        answer,
        nextAuthOptions(reply, headers, single?.provider),
      );
    if (single && method === 'GET' && !reply.signedOn && !reply.redirect && reply.failed === undefined)
      await single.fail(new SignOnError('expired'));
    if (reply.failed) throw reply.failed;
    keep(this.cookies, [...answer.lines('Set-Cookie'), ...reply.cookies]);
    const location = reply.redirect ?? answer.lines('Location')[0];
    return { location, json: reply.redirect ? { url: reply.redirect } : answer.body };
  }
}

/** The part of a response that next-auth uses. */
class Answer {
  body: unknown;
  private headers: Record<string, string | string[]> = {};
  status = () => this;
  setHeader = (name: string, value: string | string[]) => void (this.headers[name] = value);
  getHeader = (name: string) => this.headers[name];
  json = (body: unknown) => void (this.body = body);
  send = (body: unknown) => void (this.body = body);
  end = () => undefined;
  lines = (name: string): string[] => [this.headers[name] ?? []].flat();
}

function keep(jar: Record<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (value === '' || /max-age=0/i.test(line)) delete jar[name!];
    else jar[name!] = value!;
  }
}
