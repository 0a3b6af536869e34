import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { shareThing } from '../db/locks';
import { authSessions, organizations } from '../db/schema/index';
import { enterTenant, type Tx } from '../db/transaction';
import { recordAudit } from '../shared/audit';
import type { Context } from '../shared/context';
import { newId } from '../shared/ids';
import { secretHash } from './api-key-format';
import { rememberDevice } from './known-device';
import { organizationToOpen } from './own-organizations';
import type { Role } from '../data-types/role-codes';
import { ROLE_SCOPES } from '../shared/scopes';
import type { Method } from './second-factor-rule';
import { ABSOLUTE_HOURS } from './session-cookie';

/** Ends every sign-in: writes a session row and its audit row in the transaction that checked the last proof. */

export interface SignInFacts {
  ip: string;
  userAgent: string | null;
  requestId: string;
  /** The browser's secret, if it has one. */
  device?: string | null;
}

export interface SignedIn {
  /** Session secret, sent only in the encrypted cookie. */
  sid: string;
  userId: string;
  /** The browser's secret; null after a single sign-on, where no password can be guessed. */
  device: string | null;
}

export interface ActiveMembership {
  orgId: string;
  role: Role;
  organization: typeof organizations.$inferSelect;
}

/** The organization the user last worked in; null if the methods open none. `tx` is scoped to the user. */
export async function findActiveMembership(
  tx: Tx,
  userId: string,
  methods: readonly Method[],
): Promise<ActiveMembership | null> {
  const place = await organizationToOpen(tx, userId, { methods });
  if (!place) return null;
  await shareThing(tx, 'sign_in_rule', place.id);
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, place.id));
  return organization ? { orgId: place.id, role: place.role, organization } : null;
}

export function contextOfMembership(
  userId: string,
  { orgId, role }: Pick<ActiveMembership, 'orgId' | 'role'>,
  { requestId, ip }: Pick<SignInFacts, 'requestId' | 'ip'>,
): Context {
  return {
    actor: { kind: 'user', id: userId, orgId, role, scopes: new Set(ROLE_SCOPES[role]) },
    transport: 'portal',
    requestId,
    ip,
  };
}

/** The account at the identity provider, and how the session ends there. */
export interface SignOnFacts {
  identityId: string;
  providerSession: string | null;
  /** Encrypted. */
  logoutUrl: string | null;
  /** Encrypted. */
  refreshToken: string | null;
  checkDueAt: Date | null;
}

/** @param tx scoped to the user */
export async function openSession(
  tx: Tx,
  userId: string,
  membership: ActiveMembership,
  methods: readonly Method[],
  facts: SignInFacts,
  signOn?: SignOnFacts,
): Promise<SignedIn> {
  await enterTenant(tx, membership.orgId);
  const sid = randomBytes(32).toString('base64url');
  const id = newId();
  const now = new Date();
  await tx.insert(authSessions).values({
    orgId: membership.orgId,
    id,
    userId,
    secretHash: Buffer.from(secretHash(sid), 'hex'),
    createdAt: now,
    lastSeenAt: now,
    idleMinutes: membership.organization.idleMinutes,
    expiresAt: new Date(now.getTime() + ABSOLUTE_HOURS * 3_600_000),
    methods: [...methods],
    authenticatedAt: now,
    ...signOn,
    ip: facts.ip,
    userAgent: facts.userAgent?.slice(0, 300) ?? null,
  });
  const device = signOn ? null : await rememberDevice(tx, userId, facts.device ?? null, facts.userAgent);
  await recordAudit(tx, contextOfMembership(userId, membership, facts), {
    action: 'sign_in',
    kind: 'auth',
    outcome: 'allowed',
    objectKind: 'session',
    objectId: id,
    detail: { methods: [...methods] },
  });
  return { sid, userId, device };
}
