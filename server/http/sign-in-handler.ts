import type { IncomingMessage, ServerResponse } from 'node:http';
import { authCookieLine, readAuthCookie } from '../auth/auth-cookies';
import {
  askForPasskey,
  beginFirstPasskey,
  beginFirstTotp,
  beginPasskeySignIn,
  cancelSignIn,
} from '../auth/begin-factor';
import { passkeysPossible } from '../auth/passkeys';
import { findPortalSession, parseCookies } from '../auth/portal-session';
import { qrCode } from '../auth/qr-code';
import { createStep, STEP_SECONDS } from '../auth/sign-in-steps';
import { beginStepUp } from '../auth/step-up';
import { withScope } from '../db/transaction';
import { DomainError } from '../errors/domain-error';
import { notFound } from '../shared/ids';
import { countAddress } from '../rate-limits/limits';
import { SIGN_IN_STEPS } from '../rate-limits/policies';
import { countLimited } from './metrics';
import { unknownCaller } from './audit-denials';
import type { RequestInfo } from './request-info';
import { isSameOrigin } from './trpc-handler';

/**
 * `/api/sign-in`: challenges and options that the sign-in pages need. Takes no input but cookies; the routes of
 * next-auth check the responses.
 */

interface Question {
  body: object;
  /** Secret of a new step. */
  step?: string;
  /** Secret of a step that a single sign-on completes. */
  sso?: string;
}

type Ask = (cookies: Record<string, string>, info: RequestInfo) => Promise<Question | null>;

/** For a sign-in step after a correct password. */
const inStep =
  <T extends object>(ask: (secret: string) => Promise<T | null>): Ask =>
  async (cookies) => {
    const secret = readAuthCookie(cookies, 'step');
    const body = secret && (await ask(secret));
    return body ? { body } : null;
  };

const QUESTIONS: Record<string, Ask> = {
  '/api/sign-in/passkey': async (_cookies, { ip }) => {
    if (!passkeysPossible()) return null;
    const { question, step } = await beginPasskeySignIn(ip);
    return { body: question, step };
  },
  '/api/sign-in/second-factor': inStep(askForPasskey),
  '/api/sign-in/cancel': inStep(cancelSignIn),
  '/api/sign-in/new-passkey': inStep(beginFirstPasskey),
  '/api/sign-in/new-totp': inStep(async (secret) => {
    const begun = await beginFirstTotp(secret);
    return begun && { ...begun, qr: qrCode(begun.uri) };
  }),
  '/api/sign-in/confirm-identity': async (cookies, { ip }) => {
    const session = await findPortalSession(cookies, { active: true });
    if (!session?.singleSignOn) return null;
    const { sessionId, userId } = session;
    const sso = await withScope({ userId }, (tx) =>
      createStep(tx, { purpose: 'confirm_identity', userId, sessionId, ip }),
    );
    return { body: { organization: session.orgSlug }, sso };
  },
  '/api/sign-in/step-up': async (cookies, { ip }) => {
    const session = await findPortalSession(cookies, { active: true });
    if (!session) return null;
    const { ways, step } = await beginStepUp(session, ip);
    return { body: ways, ...(step ? { step } : {}) };
  },
};

export async function handleSignIn(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  const { pathname } = info.url;
  const ask = Object.hasOwn(QUESTIONS, pathname) ? QUESTIONS[pathname]! : null;
  if (!ask) throw await unknownCaller(info, 'portal', notFound());
  info.route = pathname;
  if (!isSameOrigin(req))
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('forbidden', 'Only pages of this service can send this request.'),
    );
  const status = await countAddress(info.ip, SIGN_IN_STEPS);
  if (!status.admitted) {
    countLimited(status.policy.name);
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('rate_limited', 'Too many sign-ins from this address. Wait a minute.', {
        retry_after: status.seconds,
      }),
    );
  }
  const question = await ask(parseCookies(req.headers.cookie), info);
  if (!question)
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('missing_credentials', 'The sign-in has expired. Start again.'),
    );
  if (question.sso) res.setHeader('Set-Cookie', authCookieLine('sso', question.sso, STEP_SECONDS));
  if (question.step) res.setHeader('Set-Cookie', authCookieLine('step', question.step, STEP_SECONDS));
  res.writeHead(200, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(question.body));
}
