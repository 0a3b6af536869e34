import type { IncomingMessage, ServerResponse } from 'node:http';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { getToken } from 'next-auth/jwt';
import type { AccentColor, PaperSize } from '../data-types/organization-codes';
import { authSessions, memberships, organizations, users } from '../db/schema/index';
import { learnOrganization } from '../db/known-credentials';
import { enterTenant, withScope } from '../db/transaction';
import { recordAudit } from '../shared/audit';
import type { Context } from '../shared/context';
import { newRequestId } from '../shared/ids';
import { secretHash } from './api-key-format';
import { authCookieLine } from './auth-cookies';
import { STEP_SECONDS } from './sign-in-steps';
import type { Role } from '../data-types/role-codes';
import { currentHorizon } from '../shared/positions';
import { ROLE_SCOPES } from '../shared/scopes';
import { asksSecondFactor, FACTOR_REQUIRED, provesSecondFactor } from './second-factor-rule';
import { admits, proofOf } from './sign-in-rule';
import { idleEnd, isLive, noteActivity } from './session-activity';
import { cookieSecret, decodeCookie, isSecure, sessionCookie, sessionCookieName } from './session-cookie';

/**
 * The portal session: next-auth's encrypted cookie carries a secret, the row in `auth_sessions` decides. Idle limit,
 * absolute limit and revocation are checked at every use, on every transport.
 */

/** Sent by our pages with automatic requests, which do not extend the session. */
const BACKGROUND = 'x-clinical-background';

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
  /** Omit names from browser tab titles. */
  hideNames: boolean;
  paperSize: PaperSize;
  accentColor: AccentColor;
  /** SHA-256; null without one. */
  logo: string | null;
  role: Role;
  /** Whether the organization has restricted charts. */
  restrictsCharts: boolean;
  theme: (typeof users.$inferSelect)['theme'];
  density: (typeof users.$inferSelect)['density'];
  idleMinutes: number;
  /** End of the session without further activity. */
  idleEndsAt: Date;
  /** Absolute end of the session. */
  expiresAt: Date;
  /** Maximum lifetime of an API key in the organization; null: unlimited. */
  keyMaxDays: number | null;
  signedInAt: Date;
  /** Time of sign-in or of the last step-up. */
  authenticatedAt: Date;
  methods: string[];
  /** The organization (UUID) whose identity provider opened the session, which opens no other one. */
  singleSignOn: string | null;
  /** In the changes of the organization, at the start of the request: later ones may be missing from its data. */
  position: string;
}

export type Cookies = Record<string, string>;

/** If one name has two different values, either may have been planted (C-01), so both are ignored. */
export function parseCookies(header: string | undefined): Cookies {
  const found = new Map<string, string | null>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (name !== '') found.set(name, found.has(name) && found.get(name) !== value ? null : value);
  }
  return Object.fromEntries([...found].filter((pair): pair is [string, string] => pair[1] !== null));
}

interface Use {
  /** False: this use does not count as user activity. */
  active: boolean;
}

/** The secret in the session cookie. Does not check that the session is valid. */
export async function sidOfCookies(cookies: Cookies): Promise<string | null> {
  const name = sessionCookieName();
  const value = Object.hasOwn(cookies, name) ? cookies[name] : undefined;
  if (!value) return null;
  // Pass only this cookie: next-auth would also join cookies whose names start the same. Pass no headers: next-auth
  // would take a bearer token for a session.
  const token = await getToken({
    req: { cookies: { [name]: value }, headers: {} } as unknown as Parameters<typeof getToken>[0]['req'],
    cookieName: name,
    secureCookie: isSecure(),
    secret: cookieSecret(),
    decode: decodeCookie,
  });
  return typeof token?.sid === 'string' ? token.sid : null;
}

/** Null if there is no session, or if it is idle, expired or revoked, or its user is gone. */
export async function findPortalSession(cookies: Cookies, use: Use): Promise<PortalSession | null> {
  const sid = await sidOfCookies(cookies);
  return sid === null ? null : sessionOfSecret(sid, use);
}

/** Why a session has ended: no activity, its maximum length, a rule of the organization, or a person. */
export type SessionEnd = 'idle' | 'expired' | 'lacks_second_factor' | 'ended';

/** Why the session of this browser ended. Null if it has none, if it is valid, or if the user ended it. */
export async function endOfSession(cookies: Cookies): Promise<SessionEnd | null> {
  const sid = await sidOfCookies(cookies);
  const state = sid === null ? null : await stateOfSecret(sid, { active: false });
  return typeof state === 'string' ? state : null;
}

export async function sessionOfSecret(
  sid: string,
  use: Use = { active: true },
): Promise<PortalSession | null> {
  const state = await stateOfSecret(sid, use);
  return typeof state === 'string' ? null : state;
}

async function stateOfSecret(sid: string, { active }: Use): Promise<PortalSession | SessionEnd | null> {
  const hash = secretHash(sid);
  return withScope({ credentialHash: hash }, async (tx) => {
    const [session] = await tx
      .select()
      .from(authSessions)
      .where(eq(authSessions.secretHash, Buffer.from(hash, 'hex')));
    const now = Date.now();
    if (!session) return null;
    if (!isLive(session, now) && session.revokedReason !== FACTOR_REQUIRED) return endOf(session);
    await enterTenant(tx, session.orgId);
    const [row] = await tx
      .select({
        role: memberships.role,
        name: users.name,
        email: users.email,
        disabledAt: users.disabledAt,
        theme: users.theme,
        density: users.density,
        org: organizations,
        position: sql<string>`${currentHorizon}::text`,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(organizations, eq(organizations.id, memberships.orgId))
      .where(
        and(
          eq(memberships.orgId, session.orgId),
          eq(memberships.userId, session.userId),
          isNull(memberships.endedAt),
        ),
      );
    if (!row || row.disabledAt || row.org.suspendedAt) return 'ended';
    const proof = proofOf(session);
    if (!admits(row.org, { ...proof, userId: session.userId, orgId: session.orgId })) return 'ended';
    learnOrganization(hash, session.orgId);
    // The requirement may be newer than the sign-in, or come from another organization of the user.
    if (asksSecondFactor(row.org.secondFactor, row.role) && !provesSecondFactor(session.methods))
      return 'lacks_second_factor';
    // Ended by a rule that was withdrawn.
    if (session.revokedAt) return 'ended';
    if (active) await noteActivity(tx, session, now);
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
      hideNames: row.org.hideNames,
      paperSize: row.org.paperSize,
      accentColor: row.org.accentColor,
      logo: row.org.logo,
      role: row.role,
      restrictsCharts: row.org.restrictsCharts,
      theme: row.theme,
      density: row.density,
      idleMinutes: session.idleMinutes,
      idleEndsAt: new Date(active ? now + session.idleMinutes * 60_000 : idleEnd(session)),
      expiresAt: session.expiresAt,
      keyMaxDays: row.org.keyMaxDays,
      signedInAt: session.createdAt,
      authenticatedAt: session.authenticatedAt,
      methods: session.methods,
      singleSignOn: proof.singleSignOn ?? null,
      position: row.position,
    };
  });
}

/** Ended by the user, who needs no reason. */
const OWN_ENDS = ['signed_out', 'password_reset'];

/** @param session not live. A session may be revoked after it has reached a limit. */
function endOf(session: typeof authSessions.$inferSelect): SessionEnd | null {
  const [idleAt, expiresAt] = [idleEnd(session), session.expiresAt.getTime()];
  if (session.revokedAt && session.revokedAt.getTime() < Math.min(idleAt, expiresAt))
    return OWN_ENDS.includes(session.revokedReason ?? '') ? null : 'ended';
  return idleAt < expiresAt ? 'idle' : 'expired';
}

/** Any client may send the header: it can only shorten its own session. */
export const readPortalSession = (req: IncomingMessage): Promise<PortalSession | null> =>
  findPortalSession(parseCookies(req.headers.cookie), { active: req.headers[BACKGROUND] !== '1' });

/** For requests that cannot send headers (EventSource): never activity of the user. */
export function markBackground(req: IncomingMessage): void {
  req.headers[BACKGROUND] = '1';
}

export function contextOfSession(
  session: PortalSession,
  request: { requestId: string; ip: string | null },
  keep?: Pick<NonNullable<Context['session']>, 'keepSecret' | 'keepStep'>,
): Context {
  return {
    actor: {
      kind: 'user',
      id: session.userId,
      orgId: session.orgId,
      role: session.role,
      scopes: new Set(ROLE_SCOPES[session.role]),
      restrictsCharts: session.restrictsCharts,
    },
    transport: 'portal',
    requestId: request.requestId,
    ip: request.ip,
    session: {
      id: session.sessionId,
      signedInAt: session.signedInAt,
      authenticatedAt: session.authenticatedAt,
      methods: session.methods,
      singleSignOn: session.singleSignOn,
      ends: { idle: session.idleEndsAt, absolute: session.expiresAt },
      ...keep,
    },
  };
}

/** Context of a portal request; null if signed out. `res` receives the cookie of a session that replaces this one. */
export async function portalContext(
  req: IncomingMessage,
  request: { requestId: string; ip: string },
  res?: ServerResponse,
): Promise<Context | null> {
  const session = await readPortalSession(req);
  if (!session) return null;
  if (!res) return contextOfSession(session, request);
  return contextOfSession(session, request, {
    keepSecret: async (sid) => void res.appendHeader('Set-Cookie', await sessionCookie(sid)),
    keepStep: (secret) => void res.appendHeader('Set-Cookie', authCookieLine('sso', secret, STEP_SECONDS)),
  });
}

/**
 * Ends a session (sign-out). Ignores unknown secrets. `request` is for the audit.
 * @returns the row, if it was open
 */
export async function endSession(
  sid: string,
  reason: string,
  { requestId, ip }: { requestId: string; ip: string | null } = { requestId: newRequestId(), ip: null },
): Promise<typeof authSessions.$inferSelect | null> {
  const hash = secretHash(sid);
  return withScope({ credentialHash: hash }, async (tx) => {
    const [session] = await tx
      .select()
      .from(authSessions)
      .where(eq(authSessions.secretHash, Buffer.from(hash, 'hex')));
    if (!session || session.revokedAt) return null;
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
      transport: 'portal',
      requestId,
      ip,
    };
    await recordAudit(tx, ctx, {
      action: 'sign_out',
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'session',
      objectId: session.id,
    });
    return session;
  });
}
