import { eq } from 'drizzle-orm';
import { identityProviders, organizations } from '../../db/schema/index';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import { env } from '../../env';
import { openSecret, type Place } from '../secret-box';

/** The identity provider of an organization, found by the slug in the URL. */

export interface SignOnProvider {
  orgId: string;
  slug: string;
  row: typeof identityProviders.$inferSelect;
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Each organization has its own redirect URI, so that a response of one provider cannot be used at another (mix-up). */
export const nextAuthId = (slug: string): string => `sso-${slug}`;
export const redirectUri = (slug: string): string =>
  `${env.PUBLIC_URL}/api/auth/callback/${nextAuthId(slug)}`;
export const keySetUri = (slug: string): string => `${env.PUBLIC_URL}/api/single-sign-on/${slug}/jwks`;
export const backChannelUri = (slug: string): string => `${env.PUBLIC_URL}/api/single-sign-on/${slug}/logout`;
export const postLogoutUri = (): string => `${env.PUBLIC_URL}/sign-in/signed-out`;
export const signInUri = (slug: string): string => `${env.PUBLIC_URL}/sign-in/single-sign-on/${slug}`;

/** Null if the organization is unknown or suspended, or has no provider. */
export async function findSignOnProvider(slug: string): Promise<SignOnProvider | null> {
  if (!SLUG.test(slug)) return null;
  return withScope({ orgSlug: slug }, async (tx) => {
    const [organization] = await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.slug, slug));
    if (!organization) return null;
    await enterTenant(tx, organization.id);
    return providerOf(tx, organization.id);
  });
}

/** Null if the organization is suspended or has no provider. @param tx in the organization */
export async function providerOf(tx: Tx, orgId: string): Promise<SignOnProvider | null> {
  const [found] = await tx
    .select({ slug: organizations.slug, suspendedAt: organizations.suspendedAt, row: identityProviders })
    .from(identityProviders)
    .innerJoin(organizations, eq(organizations.id, identityProviders.orgId))
    .where(eq(identityProviders.orgId, orgId));
  return found && !found.suspendedAt ? { orgId, slug: found.slug, row: found.row } : null;
}

export const placeOfClientSecret = (orgId: string): Place => ({
  orgId,
  table: 'identity_providers',
  row: orgId,
  column: 'client_secret',
});

/** @param identityId `uuid`, the same after the session is replaced */
export const placeOfRefreshToken = (orgId: string, identityId: string): Place => ({
  orgId,
  table: 'auth_sessions',
  row: identityId,
  column: 'refresh_token',
});

/** @param identityId `uuid`, the same after the session is replaced */
export const placeOfLogoutUrl = (orgId: string, identityId: string): Place => ({
  orgId,
  table: 'auth_sessions',
  row: identityId,
  column: 'logout_url',
});

/** Of a session that has ended; ignored if its key was removed, because the session has ended here. */
export function logoutUrlOf(session: {
  orgId: string;
  identityId: string | null;
  logoutUrl: string | null;
}): string | undefined {
  try {
    return openSecret(session.logoutUrl!, placeOfLogoutUrl(session.orgId, session.identityId!));
  } catch {
    return undefined;
  }
}

export const clientSecretOf = ({ orgId, row }: SignOnProvider): string =>
  openSecret(row.clientSecret, placeOfClientSecret(orgId));
