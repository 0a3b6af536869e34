import type { IncomingMessage } from 'node:http';
import { and, eq, isNull } from 'drizzle-orm';
import { getToken } from 'next-auth/jwt';
import { authSessions, memberships, organisations, users } from '../db/schema/index';
import { enterTenant, withScope } from '../db/transaction';
import { recordAudit } from '../domain/audit';
import type { Context } from '../domain/context';
import { showId } from '../domain/ids';
import { deriveSecret, env } from '../env';
import { secretHash } from './api-key-format';
import { ROLE_SCOPES, type Role } from './scopes';
import { asksSecondFactor, provesSecondFactor } from './second-factor-rule';

/**
 * The portal session: next-auth's encrypted cookie carries a secret, the row in `auth_sessions` decides. Idle limit,
 * absolute limit and revocation are judged here at every use, by every door.
 */

const secure = () => env.PUBLIC_URL.startsWith('https:');

/** Cookies ignore ports, so the name holds the instance; `__Host-` only where https makes it valid. */
export const sessionCookieName = (): string =>
  `${secure() ? '__Host-' : ''}clinical-${env.instanceId}-session`;

const TOUCH_AFTER_MS = 60_000;

export interface PortalSession {
  sessionId: string;
  userId: string;
  userName: string;
  email: string;
  orgId: string;
  orgName: string;
  orgSlug: string;
  sandbox: boolean;
  timeZone: string;
  role: Role;
  idleMinutes: number;
  signedInAt: Date;
  /** Sign-in, or the last step-up. */
  authenticatedAt: Date;
  methods: string[];
}

export type Cookies = Record<string, string>;

export function parseCookies(header: string | undefined): Cookies {
  const pairs = (header ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** The secret inside the session's cookie; says nothing about whether it is still good. */
export async function sidOfCookies(cookies: Cookies): Promise<string | null> {
  if (!Object.keys(cookies).some((name) => name.startsWith(sessionCookieName()))) return null;
  // Empty headers: otherwise a Bearer value would be taken for a session.
  const token = await getToken({
    req: { cookies, headers: {} } as unknown as Parameters<typeof getToken>[0]['req'],
    cookieName: sessionCookieName(),
    secureCookie: secure(),
    secret: deriveSecret('session').toString('base64url'),
  });
  return typeof token?.sid === 'string' ? token.sid : null;
}

/** Session of a set of cookies; null when there is none, or it is idle, over, revoked or its person is gone. */
export async function findPortalSession(cookies: Cookies): Promise<PortalSession | null> {
  const sid = await sidOfCookies(cookies);
  return sid === null ? null : sessionOfSecret(sid);
}

export async function sessionOfSecret(sid: string): Promise<PortalSession | null> {
  const hash = secretHash(sid);
  return withScope({ credentialHash: hash }, async (tx) => {
    const [session] = await tx
      .select()
      .from(authSessions)
      .where(eq(authSessions.secretHash, Buffer.from(hash, 'hex')));
    const now = Date.now();
    if (!session || session.revokedAt || session.expiresAt.getTime() <= now) return null;
    if (session.lastSeenAt.getTime() + session.idleMinutes * 60_000 <= now) return null;
    await enterTenant(tx, session.orgId);
    const [row] = await tx
      .select({
        role: memberships.role,
        name: users.name,
        email: users.email,
        disabledAt: users.disabledAt,
        org: organisations,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(organisations, eq(organisations.id, memberships.orgId))
      .where(
        and(
          eq(memberships.orgId, session.orgId),
          eq(memberships.userId, session.userId),
          isNull(memberships.endedAt),
        ),
      );
    if (!row || row.disabledAt) return null;
    // The rule may have been made after the sign-in, or be that of another organisation of the person.
    if (asksSecondFactor(row.org.secondFactor, row.role) && !provesSecondFactor(session.methods)) return null;
    if (now - session.lastSeenAt.getTime() > TOUCH_AFTER_MS) {
      await tx
        .update(authSessions)
        .set({ lastSeenAt: new Date(now) })
        .where(and(eq(authSessions.orgId, session.orgId), eq(authSessions.id, session.id)));
    }
    return {
      sessionId: session.id,
      userId: session.userId,
      userName: row.name,
      email: row.email,
      orgId: session.orgId,
      orgName: row.org.name,
      orgSlug: row.org.slug,
      sandbox: row.org.sandboxOf !== null,
      timeZone: row.org.timeZone,
      role: row.role,
      idleMinutes: session.idleMinutes,
      signedInAt: session.createdAt,
      authenticatedAt: session.authenticatedAt,
      methods: session.methods,
    };
  });
}

export const readPortalSession = (req: IncomingMessage): Promise<PortalSession | null> =>
  findPortalSession(parseCookies(req.headers.cookie));

export function contextOfSession(
  session: PortalSession,
  request: { requestId: string; ip: string | null },
): Context {
  return {
    actor: {
      kind: 'user',
      id: session.userId,
      orgId: session.orgId,
      role: session.role,
      scopes: new Set(ROLE_SCOPES[session.role]),
    },
    door: 'portal',
    requestId: request.requestId,
    ip: request.ip,
    session: {
      id: session.sessionId,
      signedInAt: session.signedInAt,
      authenticatedAt: session.authenticatedAt,
      methods: session.methods,
    },
  };
}

/** Context of a portal request by its cookies; null when signed out. */
export async function portalContext(
  req: IncomingMessage,
  request: { requestId: string; ip: string },
): Promise<Context | null> {
  const session = await readPortalSession(req);
  return session ? contextOfSession(session, request) : null;
}

/** Ends a session (sign-out). Unknown secrets are silently nothing. */
export async function endSession(sid: string, reason: string): Promise<void> {
  const hash = secretHash(sid);
  await withScope({ credentialHash: hash }, async (tx) => {
    const [session] = await tx
      .select()
      .from(authSessions)
      .where(eq(authSessions.secretHash, Buffer.from(hash, 'hex')));
    if (!session || session.revokedAt) return;
    await enterTenant(tx, session.orgId);
    await tx
      .update(authSessions)
      .set({ revokedAt: new Date(), revokedReason: reason })
      .where(and(eq(authSessions.orgId, session.orgId), eq(authSessions.id, session.id)));
    const [membership] = await tx
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.orgId, session.orgId), eq(memberships.userId, session.userId)));
    const ctx: Context = {
      actor: {
        kind: 'user',
        id: session.userId,
        orgId: session.orgId,
        role: membership?.role ?? null,
        scopes: new Set(),
      },
      door: 'portal',
      requestId: showId('request', session.id),
      ip: null,
    };
    await recordAudit(tx, ctx, {
      action: 'sign_out',
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'session',
      objectId: session.id,
    });
  });
}
