import type { Scope } from '../../shared/scopes';
import { oauthRequests } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { STEP_UP_MS } from '../../shared/perform';
import { newId } from '../../shared/ids';
import type { OauthClient } from './client';
import { hashOf, newSecret } from './grants';

export interface Wanted {
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  challenge: string;
  signInAgain: boolean;
}

const LIFETIME_MS = 10 * 60_000;

/**
 * Stores the request until the user has signed in and decided. Not audited: the audit starts with the decision.
 * @returns the secret of the consent page's URL
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
