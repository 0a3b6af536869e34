import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { invalidInput } from '../shared/validation';
import { redeemPasswordReset, requestPasswordReset } from '../auth/password-reset';
import { acceptInvitation } from '../domain/people/accept-invitation';
import { acceptInvitationInput } from '../domain/people/contract';
import { DomainError, isDomainError } from '../errors/domain-error';
import { notFound } from '../shared/ids';
import { redeemPasswordResetInput, requestPasswordResetInput } from '../domain/passwords/contract';
import { findSingleSignOnInput } from '../domain/single-sign-on/contract';
import { routeOf } from '../domain/single-sign-on/domains';
import { countAddress } from '../rate-limits/limits';
import { PASSWORDS, PUBLIC_FORMS, type Policy } from '../rate-limits/policies';
import { mailIsSet } from '../mail/send-mail';
import { untilNextStep } from './equal-response-time';
import { countLimited } from './metrics';
import { unknownCaller } from './audit-denials';
import type { RequestInfo } from './request-info';
import { parseJsonBody } from './rest/json-body';
import { assertBodyHeaders, readBody } from './rest/read-body';
import { isSameOrigin } from './trpc-handler';

/**
 * `/api/public`: forms of the portal for users without a session. The operations record denials, because only they know
 * the organization.
 */

interface PublicForm<Input extends z.ZodType> {
  input: Input;
  /** Limit per IP address. */
  limit: Policy;
  answer(input: z.output<Input>, info: RequestInfo): Promise<object>;
}

const form = <Input extends z.ZodType>(one: PublicForm<Input>): PublicForm<z.ZodType> =>
  one as unknown as PublicForm<z.ZodType>;

const FORMS: Record<string, PublicForm<z.ZodType>> = {
  '/api/public/accept-invitation': form({
    input: acceptInvitationInput,
    limit: PUBLIC_FORMS,
    answer: (input, { ip, requestId }) => acceptInvitation(input, { ip, requestId }),
  }),
  '/api/public/request-password-reset': form({
    input: requestPasswordResetInput,
    limit: PASSWORDS,
    answer: async ({ email }, info) => {
      if (!mailIsSet())
        throw await unknownCaller(
          info,
          'portal',
          new DomainError(
            'invalid_state',
            'This service cannot send email. Ask an administrator for a link.',
          ),
        );
      requestPasswordReset(email, { ip: info.ip, requestId: info.requestId });
      await untilNextStep(info.startedAt, RESET_STEP_MS);
      return { object: 'password_reset_request' };
    },
  }),
  '/api/public/find-single-sign-on': form({
    input: findSingleSignOnInput,
    limit: PUBLIC_FORMS,
    answer: async ({ email }) => ({ object: 'single_sign_on_route', organization: await routeOf(email) }),
  }),
  '/api/public/redeem-password-reset': form({
    input: redeemPasswordResetInput,
    limit: PASSWORDS,
    answer: async (input, { ip, requestId }) => {
      await redeemPasswordReset(input, { ip, requestId });
      return { object: 'password_reset' };
    },
  }),
};

/** A previous request may still run and delay this response by some milliseconds, which a fixed step hides. */
const RESET_STEP_MS = 50;
const MAX_BODY = 16 * 1024;

export async function handlePublic(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  const { pathname } = info.url;
  const asked = Object.hasOwn(FORMS, pathname) ? FORMS[pathname]! : null;
  if (!asked) throw await unknownCaller(info, 'portal', notFound());
  info.route = pathname;
  if (!isSameOrigin(req))
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('forbidden', 'Only pages of this service can send this request.'),
    );
  const { admitted, seconds, policy } = await countAddress(info.ip, asked.limit);
  if (!admitted) {
    countLimited(policy.name);
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('rate_limited', 'Too many attempts from this address. Wait a minute.', {
        retry_after: seconds,
      }),
    );
  }
  const body = await asked.answer(await readInput(req, info, asked.input), info);
  res.writeHead(200, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}

async function readInput(req: IncomingMessage, info: RequestInfo, schema: z.ZodType): Promise<unknown> {
  let value: unknown;
  try {
    assertBodyHeaders(req, ['application/json'], MAX_BODY);
    value = parseJsonBody(await readBody(req, MAX_BODY));
  } catch (error) {
    if (isDomainError(error)) await unknownCaller(info, 'portal', error);
    throw error;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = { at: 'body', pathParameters: [], readOnly: new Set<string>(), value } as const;
  throw await unknownCaller(info, 'portal', invalidInput(parsed.error.issues, place));
}
