import { eq } from 'drizzle-orm';
import { tokenHash } from '../../auth/access-token';
import { oauthRequests } from '../../db/schema/index';
import { readInScope } from '../../db/transaction';
import { formTarget } from '../oauth-apps/rules';
import { hashOf } from './grants';

/**
 * Redirect target of a consent form, for its CSP `form-action`, which browsers also apply to redirects. Null if the
 * request does not exist; does not check who may see it.
 */
export async function consentTarget(secret: string): Promise<string | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return null;
  const [row] = await readInScope({ credentialHash: tokenHash(secret) }, (tx) =>
    tx
      .select({ redirectUri: oauthRequests.redirectUri })
      .from(oauthRequests)
      .where(eq(oauthRequests.secretHash, hashOf(secret)))
      // Execute at once: a lazy query would be sent after the COMMIT.
      .execute(),
  );
  return row ? formTarget(row.redirectUri) : null;
}
