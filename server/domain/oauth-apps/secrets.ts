import { randomBytes } from 'node:crypto';
import { secretHash } from '../../auth/api-key-format';
import { oauthAppSecrets } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { newId } from '../../shared/ids';
import type { SecretRow } from './present';

/** 256 random bits with a prefix that secret scanners can recognize. */
export async function addSecret(
  tx: Tx,
  orgId: string,
  appId: string,
): Promise<{ secret: string; row: SecretRow }> {
  const secret = `clin_secret_${randomBytes(32).toString('base64url')}`;
  const [row] = await tx
    .insert(oauthAppSecrets)
    .values({
      orgId,
      id: newId(),
      appId,
      secretHash: Buffer.from(secretHash(secret), 'hex'),
      hint: secret.slice(-4),
      createdAt: new Date(),
    })
    .returning();
  return { secret, row: row! };
}
