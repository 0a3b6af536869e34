import type { IncomingMessage, ServerResponse } from 'node:http';
import { portalContext } from '../../auth/portal-session';
import { assertSessionValid } from '../../auth/assert-session';
import { decideConsent } from '../../domain/oauth/decide-consent';
import { requireConsentPlace } from '../../domain/oauth/consent-organization';
import { handOverConsent } from '../../domain/oauth/hand-over-consent';
import { DomainError, isDomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { isOAuthError } from '../../errors/oauth-error';
import { switchOrganization } from '../../domain/sessions/switch-organization';
import { requests } from '../../rate-limits/policies';
import { countRequest } from '../rate-limit';
import { auditingDenials, unknownCaller } from '../audit-denials';
import { noteCaller, type RequestInfo } from '../request-info';
import { recheckedAfter } from '../slow-body';
import { isSameOrigin } from '../trpc-handler';
import { sendElsewhere, sendToClient } from './answers';
import { sendErrorPage } from '../error-page';
import { readForm, valueOf } from './form';

/**
 * `POST /oauth/decide`: the form of the consent page, accepted only from that page and the session that requested it.
 */
export async function handleDecision(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  if (req.method !== 'POST')
    throw await unknownCaller(
      info,
      'oauth',
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow: ['POST'] }),
    );
  if (!isSameOrigin(req)) {
    await unknownCaller(
      info,
      'oauth',
      new DomainError('forbidden', 'Only pages of this service can send this request.'),
    );
    return sendErrorPage(res, 403, { ...OVER, code: 'forbidden', requestId: info.requestId });
  }
  const ctx = await portalContext(req, info, res);
  if (!ctx) {
    await unknownCaller(
      info,
      'oauth',
      new DomainError('missing_credentials', 'You are signed out. Sign in again.'),
    );
    return sendElsewhere(res, '/sign-in');
  }
  noteCaller(info, ctx.actor);
  await countRequest(res, ctx, [requests(ctx.actor)]);
  let id = '';
  try {
    const decided = await auditingDenials(ctx, 'decide_consent', 'auth', async () => {
      const { decision, ...form } = await recheckedAfter(
        () => readOwnForm(req, info),
        () => assertSessionValid(ctx),
      );
      id = form.id;
      if (decision === OTHER_PERSON) {
        const next = `/oauth/consent/${await handOverConsent(ctx, form)}`;
        return { elsewhere: `/sign-in?return_to=${encodeURIComponent(next)}` };
      }
      if (decision === OTHER_ORGANIZATION) {
        const { orgId } = await requireConsentPlace(ctx, form);
        await switchOrganization(ctx, { id: showId('organization', orgId) });
        return { elsewhere: `/oauth/consent/${id}` };
      }
      return decideConsent(ctx, { ...form, allow: decision === 'allow' });
    });
    if ('elsewhere' in decided) sendElsewhere(res, decided.elsewhere);
    else if (decided.code) sendToClient(res, decided, { code: decided.code });
    else sendToClient(res, decided, { error: 'access_denied', description: 'The user denied access.' });
  } catch (error) {
    if (!isDomainError(error) || error.status >= 500) throw error;
    // Nothing was selected, so the page is shown again.
    if (error.code === 'validation_failed') return sendElsewhere(res, `/oauth/consent/${id}?choose=1`);
    const said = ['forbidden', 'reauthentication_required'].includes(error.code);
    const page = said ? { title: 'Access was not granted', text: [error.message] } : OVER;
    sendErrorPage(res, error.status, { ...page, code: error.code, requestId: info.requestId });
  }
}

/** Another user is signed in now. */
const OTHER_PERSON = 'other_person';
/** The application belongs to another organization of the user. */
const OTHER_ORGANIZATION = 'other_organization';
const DECISIONS: readonly (string | undefined)[] = ['allow', 'deny', OTHER_PERSON, OTHER_ORGANIZATION];

const OVER = {
  title: 'This request is no longer valid',
  text: [
    'It has expired, was already answered, or belongs to another sign-in.',
    'Go back to the application and start again.',
  ],
};

/** @throws DomainError `invalid_request` */
async function readOwnForm(req: IncomingMessage, info: RequestInfo) {
  const form = await readForm(req, info).catch((error: unknown) => {
    if (isOAuthError(error)) throw new DomainError('invalid_request', error.message);
    throw error;
  });
  const decision = form.getAll('decision');
  const scopes = form.getAll('scope');
  const single = ['id', 'csrf', 'decision'].every((name) => form.getAll(name).length === 1);
  if (!single || !DECISIONS.includes(decision[0]) || new Set(scopes).size !== scopes.length)
    throw new DomainError('invalid_request', 'The form is incomplete.');
  return {
    id: valueOf(form, 'id') ?? '',
    csrf: valueOf(form, 'csrf') ?? '',
    decision: decision[0],
    scopes,
  };
}
