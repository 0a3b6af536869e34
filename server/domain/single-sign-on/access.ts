import { and, asc, count, countDistinct, eq, isNull } from 'drizzle-orm';
import {
  identityDomains,
  identityProviders,
  memberships,
  organizations,
  passkeys,
  userIdentities,
  users,
} from '../../db/schema/index';
import {
  backChannelUri,
  keySetUri,
  postLogoutUri,
  redirectUri,
  signInUri,
} from '../../auth/single-sign-on/provider';
import { tokenKeysOf } from '../../auth/single-sign-on/token-keys';
import { enterPerson, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import type { Operation } from '../../shared/perform';
import type { SingleSignOn } from './contract';
import { recordName, recordValue } from './rules';

export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

export type ProviderRow = typeof identityProviders.$inferSelect;

export async function findProvider(tx: Tx, ctx: Context): Promise<ProviderRow | null> {
  const [row] = await tx
    .select()
    .from(identityProviders)
    .where(eq(identityProviders.orgId, ctx.actor.orgId))
    .for('update');
  return row ?? null;
}

/** @throws DomainError `not_found` */
export async function requireProvider(tx: Tx, ctx: Context): Promise<ProviderRow> {
  const row = await findProvider(tx, ctx);
  if (!row) throw notFound();
  return row;
}

export async function organizationOf(tx: Tx, ctx: Context) {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, ctx.actor.orgId));
  if (!row) throw notFound();
  return row;
}

export async function hasPasskey(tx: Tx, userId: string): Promise<boolean> {
  await enterPerson(tx, userId);
  const [one] = await tx
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1);
  await enterPerson(tx, null);
  return one !== undefined;
}

export async function presentSingleSignOn(tx: Tx, ctx: Context): Promise<SingleSignOn> {
  const { orgId } = ctx.actor;
  const organization = await organizationOf(tx, ctx);
  const [row] = await tx.select().from(identityProviders).where(eq(identityProviders.orgId, orgId));
  const domains = await tx
    .select()
    .from(identityDomains)
    .where(eq(identityDomains.orgId, orgId))
    .orderBy(asc(identityDomains.domain));
  const active = and(eq(memberships.orgId, orgId), isNull(memberships.endedAt));
  const admins = await tx
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(active, eq(memberships.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(asc(users.id));
  const [members] = await tx.select({ count: count() }).from(memberships).where(active);
  const [linked] = await tx
    .select({ count: countDistinct(userIdentities.userId) })
    .from(userIdentities)
    .innerJoin(
      memberships,
      and(eq(memberships.orgId, userIdentities.orgId), eq(memberships.userId, userIdentities.userId)),
    )
    .where(and(active, eq(userIdentities.issuer, row?.issuer ?? '')));
  const administrators: SingleSignOn['administrators'] = [];
  for (const { id, name } of admins)
    administrators.push({
      id: showId('user', id),
      name,
      passkey: await hasPasskey(tx, id),
      break_glass: organization.breakGlassIds.includes(id),
    });
  const { slug } = organization;
  return {
    object: 'single_sign_on',
    addresses: {
      redirect: redirectUri(slug),
      post_logout: postLogoutUri(),
      back_channel_logout: backChannelUri(slug),
      sign_in: signInUri(slug),
      key_set: keySetUri(slug),
    },
    provider: row
      ? {
          issuer: row.issuer,
          client_id: row.clientId,
          automatic: row.automatic,
          groups_claim: row.groupsClaim,
          role_rules: row.roleRules,
          default_role: row.defaultRole,
          checks_sessions: row.checksSessions,
          token_keys: tokenKeysOf({ orgId, row }).map(({ kid, createdAt }) => ({
            id: kid,
            created_at: createdAt,
          })),
          second_factor_values: row.secondFactorValues,
          version: row.version,
          enabled: row.enabled,
          last_test: row.lastTest,
        }
      : null,
    enforced: organization.singleSignOnEnforced,
    domains: domains.map(({ domain, token, verifiedAt }) => ({
      domain,
      record_name: recordName(domain),
      record_value: recordValue(token),
      verified_at: verifiedAt?.toISOString() ?? null,
    })),
    administrators,
    members: members?.count ?? 0,
    linked: linked?.count ?? 0,
  };
}
