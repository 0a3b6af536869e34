import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { isLive } from '../../auth/session-activity';
import { openSecret, sealSecret } from '../../auth/secret-box';
import { placeOfRefreshToken, providerOf, type SignOnProvider } from '../../auth/single-sign-on/provider';
import { discover, refreshTokens } from '../../auth/single-sign-on/provider-requests';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import { verifyIdToken, type Claims } from '../../auth/single-sign-on/tokens';
import { authSessions, memberships, organizations, userIdentities } from '../../db/schema/index';
import { asWorker, withTenant, type Tx } from '../../db/transaction';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { startLoop, type Loop } from '../../jobs/loop';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { newRequestId } from '../../shared/ids';
import { systemActor } from '../../shared/system-actor';
import type { SignOnReason } from '../../data-types/sign-on-codes';
import { applyGroups } from './apply-groups';
import { groupsOf, roleOf } from './claims';
import { recordFailure } from './failures';
import { CHECK_EVERY_MS } from './rules';

const LOOK_MS = 15_000;
const BATCH = 50;
/** Activity is written up to a minute later. */
const UNWRITTEN_MS = 60_000;
/** The provider did not decide: the session continues, and the next check asks again. */
const UNDECIDED: readonly SignOnReason[] = [
  'unreachable',
  'wrong_discovery',
  'wrong_client',
  'provider_error',
];

export const startSessionChecks = (everyMs = LOOK_MS): Loop =>
  startLoop({ name: 'session checks', everyMs }, async () => (await checkSessions()) > 0);

type Session = typeof authSessions.$inferSelect;

/**
 * Asks the identity provider whether the users of open sessions still have access, and with which groups (OpenID
 * Connect Core 12). A rejected refresh token ends the session.
 * @returns the number of sessions checked
 */
export async function checkSessions(now = new Date()): Promise<number> {
  const due = await asWorker((tx) =>
    tx
      .select({ orgId: authSessions.orgId, id: authSessions.id })
      .from(authSessions)
      .where(and(lte(authSessions.checkDueAt, now), isNull(authSessions.revokedAt)))
      .orderBy(asc(authSessions.checkDueAt))
      .limit(BATCH),
  );
  const organizationIds = [...new Set(due.map(({ orgId }) => orgId))];
  const counts = await Promise.all(
    organizationIds.map((orgId) =>
      checkSessionsOf(
        orgId,
        due.filter((one) => one.orgId === orgId).map(({ id }) => id),
        now,
      ).catch((error: unknown) => {
        logger.error(safeError(error), 'sessions could not be checked with their identity provider');
        return 0;
      }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function checkSessionsOf(orgId: string, ids: readonly string[], now: Date): Promise<number> {
  let checked = 0;
  for (const id of ids) {
    const claimed = await withTenant(orgId, (tx) => claim(tx, { orgId, id }, now));
    if (!claimed) continue;
    const decided = await checkSession(claimed);
    checked++;
    if (!decided) {
      await postponeAll(orgId, now);
      break;
    }
  }
  return checked;
}

/** A provider that cannot be reached costs one request in each interval, not one for each session. */
function postponeAll(orgId: string, now: Date): Promise<unknown> {
  return withTenant(orgId, (tx) =>
    tx
      .update(authSessions)
      .set({ checkDueAt: new Date(now.getTime() + CHECK_EVERY_MS) })
      .where(
        and(eq(authSessions.orgId, orgId), lte(authSessions.checkDueAt, now), isNull(authSessions.revokedAt)),
      ),
  );
}

interface Claimed {
  session: Session;
  provider: SignOnProvider;
  /** `sub` of the account at the provider. */
  subject: string;
}

/** @returns false if the provider could not decide */
async function checkSession({ session, provider, subject }: Claimed): Promise<boolean> {
  const { orgId } = session;
  const request = { requestId: newRequestId(), ip: session.ip ?? '' };
  try {
    const claims = await ask(provider, session, subject);
    if (claims) await withTenant(orgId, (tx) => applyClaims(tx, provider, session, claims, request));
    return true;
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error;
    await recordFailure(orgId, error, request);
    if (UNDECIDED.includes(error.reason)) return false;
    await withTenant(orgId, (tx) => endSession(tx, session, error.reason, request));
    return true;
  }
}

/** The next check is due before this one is done, so that two processes do not use the same refresh token. */
async function claim(
  tx: Tx,
  { orgId, id }: { orgId: string; id: string },
  now: Date,
): Promise<Claimed | null> {
  const mine = and(eq(authSessions.orgId, orgId), eq(authSessions.id, id));
  const [session] = await tx
    .update(authSessions)
    .set({ checkDueAt: new Date(now.getTime() + CHECK_EVERY_MS) })
    .where(and(mine, lte(authSessions.checkDueAt, now), isNull(authSessions.revokedAt)))
    .returning();
  if (!session) return null;
  const provider = await providerOf(tx, orgId);
  const [identity] = await tx
    .select({ issuer: userIdentities.issuer, subject: userIdentities.subject })
    .from(userIdentities)
    .where(and(eq(userIdentities.orgId, orgId), eq(userIdentities.id, session.identityId!)));
  const { row } = provider ?? {};
  if (
    provider &&
    row?.enabled &&
    row.checksSessions &&
    identity?.issuer === row.issuer &&
    isLive(session, now.getTime() - UNWRITTEN_MS)
  )
    return { session, provider, subject: identity.subject };
  await tx.update(authSessions).set({ checkDueAt: null }).where(mine);
  return null;
}

/** @returns the claims of the new ID token, if the provider sent one */
async function ask(provider: SignOnProvider, session: Session, subject: string): Promise<Claims | null> {
  const discovery = await discover(provider.row.issuer);
  const place = placeOfRefreshToken(session.orgId, session.identityId!);
  const tokens = await refreshTokens(provider, discovery, openSecret(session.refreshToken!, place));
  if (tokens.refresh_token !== undefined) {
    const sealed = sealSecret(tokens.refresh_token, place);
    await keep(session, sealed);
    session.refreshToken = sealed;
  }
  if (tokens.id_token === undefined) return null;
  const { claims } = await verifyIdToken(tokens.id_token, provider, discovery, null);
  if (claims.sub !== subject)
    throw new SignOnError('other_account', 'The ID token of a refresh is about another user.');
  return claims;
}

/** Also in a session that has replaced this one meanwhile: a used refresh token may not be valid again. */
function keep({ orgId, identityId, refreshToken }: Session, sealed: string): Promise<unknown> {
  return withTenant(orgId, (tx) =>
    tx
      .update(authSessions)
      .set({ refreshToken: sealed })
      .where(
        and(
          eq(authSessions.orgId, orgId),
          eq(authSessions.identityId, identityId!),
          eq(authSessions.refreshToken, refreshToken!),
        ),
      ),
  );
}

/** @throws SignOnError `too_many_groups` */
async function applyClaims(
  tx: Tx,
  provider: SignOnProvider,
  { orgId, userId }: Session,
  claims: Claims,
  request: { requestId: string; ip: string },
): Promise<void> {
  const given = roleOf(groupsOf(claims, provider.row), provider.row);
  const [member] = await tx
    .select({ role: memberships.role, breakGlassIds: organizations.breakGlassIds })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), isNull(memberships.endedAt)));
  if (!member) return;
  const isBreakGlass = member.breakGlassIds.includes(userId);
  const ctx: Context = { actor: systemActor(orgId), transport: 'portal', ...request };
  await applyGroups(tx, ctx, provider, { userId, role: member.role, isBreakGlass }, given);
}

async function endSession(
  tx: Tx,
  { orgId, identityId, refreshToken, userId }: Session,
  reason: SignOnReason,
  request: { requestId: string; ip: string },
): Promise<void> {
  const ended = await tx
    .update(authSessions)
    .set({ revokedAt: new Date(), revokedReason: 'provider_check' })
    .where(
      and(
        eq(authSessions.orgId, orgId),
        eq(authSessions.identityId, identityId!),
        // With the same token: also a session that has replaced this one meanwhile.
        eq(authSessions.refreshToken, refreshToken!),
        isNull(authSessions.revokedAt),
      ),
    )
    .returning({ id: authSessions.id });
  if (ended.length === 0) return;
  const ctx: Context = { actor: systemActor(orgId), transport: 'portal', ...request };
  await recordAudit(tx, ctx, {
    action: 'check_session',
    kind: 'auth',
    outcome: 'allowed',
    objectKind: 'user',
    objectId: userId,
    detail: { sessions: ended.length, reason },
  });
}
