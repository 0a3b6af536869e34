import type { NextRequest } from 'next/server';
import { authCookieLine } from '@/server/auth/auth-cookies';
import { readSent, welcome, type SignInReply } from '@/server/auth/next-auth-options';
import { errorInResponse, nextAuthProvider } from '@/server/auth/single-sign-on/next-auth-provider';
import { discover } from '@/server/auth/single-sign-on/provider-requests';
import { SignOnError } from '@/server/auth/single-sign-on/sign-on-error';
import { completeSignOn } from '@/server/domain/single-sign-on/complete-sign-on';
import { failSignOn, openSignOn, type SignOn } from '@/server/domain/single-sign-on/sign-on';
import { countAddress } from '@/server/rate-limits/limits';
import { SIGN_IN_STEPS } from '@/server/rate-limits/policies';
import { DomainError } from '@/server/errors/domain-error';

/** Connects next-auth's routes of single sign-on, `signin/sso-SLUG` and `callback/sso-SLUG`, with the operations. */

type SignOnProvider = ReturnType<typeof nextAuthProvider>;

export type SignInCookies = Record<'state' | 'nonce' | 'pkceCodeVerifier', string>;

interface Opened {
  /** Null if `reply.redirect` is the answer. */
  provider: SignOnProvider | null;
  /** The answer if next-auth has rejected the response itself. */
  fail(error: SignOnError): Promise<void>;
}

const PATH = /^\/api\/auth\/(signin|callback)\/sso-([a-z0-9-]{1,63})$/;

/**
 * @param cookies names of next-auth's cookies for one sign-in
 * @returns null for other paths
 * @throws DomainError `rate_limited`
 */
export async function openSingleSignOn(
  request: NextRequest,
  reply: SignInReply,
  cookies: SignInCookies,
): Promise<Opened | null> {
  const place = PATH.exec(request.nextUrl.pathname);
  if (!place) return null;
  const sent = readSent(Object.fromEntries(request.headers));
  const status = await countAddress(sent.facts.ip, SIGN_IN_STEPS);
  if (!status.admitted)
    throw new DomainError('rate_limited', 'Too many sign-ins from this address. Wait a minute.', {
      retry_after: status.seconds,
    });
  const returning = place[1] === 'callback';
  const signOn = await openSignOn(place[2]!, sent.cookies, sent.facts);
  // Used up, whatever the outcome: next-auth removes its cookies after a success only.
  if (returning)
    reply.cookies.push(
      authCookieLine('sso', '', 0),
      ...Object.values(cookies).map(
        (name) =>
          `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`,
      ),
    );
  const fail = async (error: SignOnError) => {
    reply.redirect = await failSignOn(signOn, error);
  };
  try {
    return { provider: await open(request, returning, signOn, sent, reply, cookies.state, fail), fail };
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error;
    await fail(error);
    return { provider: null, fail };
  }
}

async function open(
  request: NextRequest,
  returning: boolean,
  signOn: SignOn,
  sent: ReturnType<typeof readSent>,
  reply: SignInReply,
  stateCookie: string,
  fail: (error: SignOnError) => Promise<void>,
): Promise<SignOnProvider> {
  const { provider } = signOn;
  if (!provider) throw new SignOnError('unavailable');
  const query = request.nextUrl.searchParams;
  if (returning && query.has('error'))
    throw await errorInResponse(
      query,
      { name: stateCookie, value: request.cookies.get(stateCookie)?.value },
      provider,
    );
  const discovery = await discover(provider.row.issuer);
  return nextAuthProvider({
    provider,
    discovery,
    again: signOn.purpose === 'confirm_identity',
    failed: async (error) => {
      if (error instanceof SignOnError) await fail(error);
      else reply.failed = error;
    },
    async complete(verified, refreshToken) {
      const completed = await completeSignOn(signOn, { ...verified, refreshToken, discovery });
      if ('redirect' in completed) {
        reply.redirect = completed.redirect;
        return null;
      }
      reply.signedOn = true;
      const { id, sid } = completed.signedOn;
      if (!completed.renewed) await welcome({ sid, userId: id, device: null }, sent, reply);
      return completed.signedOn;
    },
  });
}
