import { eq } from 'drizzle-orm';
import { identityProviders, organizations } from '../../db/schema/index';
import { enterTenant, withScope } from '../../db/transaction';
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
export const backChannelUri = (slug: string): string => `${env.PUBLIC_URL}/api/single-sign-on/${slug}/logout`;
export const postLogoutUri = (): string => `${env.PUBLIC_URL}/sign-in/signed-out`;
export const signInUri = (slug: string): string => `${env.PUBLIC_URL}/sign-in/single-sign-on/${slug}`;

/** Null if the organization is unknown or suspended, or has no provider. */
export async function findSignOnProvider(slug: string): Promise<SignOnProvider | null> {
  if (!SLUG.test(slug)) return null;
  return withScope({ orgSlug: slug }, async (tx) => {
    const [organization] = await tx
      .select({ id: organizations.id, suspendedAt: organizations.suspendedAt })
      .from(organizations)
      .where(eq(organizations.slug, slug));
    if (!organization || organization.suspendedAt) return null;
    await enterTenant(tx, organization.id);
    const [row] = await tx
      .select()
      .from(identityProviders)
      .where(eq(identityProviders.orgId, organization.id));
    return row ? { orgId: organization.id, slug, row } : null;
  });
}

export const placeOfClientSecret = (orgId: string): Place => ({
  orgId,
  table: 'identity_providers',
  row: orgId,
  column: 'client_secret',
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
