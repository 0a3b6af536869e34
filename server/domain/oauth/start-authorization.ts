import type { Scope } from '../../auth/scopes';
import { oauthRequests } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { STEP_UP_MS } from '../shared/perform';
import { newId } from '../shared/ids';
import type { OauthClient } from './client';
import { hashOf, newSecret } from './grants';

/** What a client asks for, every member checked. */
export interface Wanted {
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  challenge: string;
  /** A sign-in from before does not count. */
  signInAgain: boolean;
}

const LIFETIME_MS = 10 * 60_000;

/**
 * Keeps the request until the person has signed in and decided. Nothing has happened yet: the audit begins with the
 * decision. @returns the secret of the consent page's address
 */
export async function startAuthorization(client: OauthClient, wanted: Wanted): Promise<string> {
  const { orgId, appId } = client;
  const secret = newSecret();
  const now = new Date();
  await withTenant(orgId, async (tx) => {
    await tx.insert(oauthRequests).values({
      orgId,
      id: newId(),
      appId,
      secretHash: hashOf(secret),
      redirectUri: wanted.redirectUri,
      scopes: wanted.scopes,
      state: wanted.state,
      challenge: wanted.challenge,
      signedInAfter: wanted.signInAgain ? now : new Date(now.getTime() - STEP_UP_MS),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    });
  });
  return secret;
}
