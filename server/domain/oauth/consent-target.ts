import { eq } from 'drizzle-orm';
import { tokenHash } from '../../auth/access-token';
import { oauthRequests } from '../../db/schema/index';
import { readInScope } from '../../db/transaction';
import { formTarget } from '../oauth-apps/rules';
import { hashOf } from './grants';

/**
 * Where the form of a consent page may end, for its content policy: browsers apply it to the redirect as well. Null
 * when there is no such request; says nothing about who may see it.
 */
export async function consentTarget(secret: string): Promise<string | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return null;
  const [row] = await readInScope({ credentialHash: tokenHash(secret) }, (tx) =>
    tx
      .select({ redirectUri: oauthRequests.redirectUri })
      .from(oauthRequests)
      .where(eq(oauthRequests.secretHash, hashOf(secret)))
      // Sent at once: a query that waits to be awaited would come after the COMMIT.
      .execute(),
  );
  return row ? formTarget(row.redirectUri) : null;
}
