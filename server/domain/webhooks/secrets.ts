import { openSecret, sealSecret } from '../../auth/secret-box';
import { webhookSecrets } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { newSigningSecret } from '../../events/webhook-signature';
import { newId } from '../../shared/ids';
import { placeOfWebhookSecret } from './access';

/** Signing secrets are stored encrypted, because signing needs the plain text; shown once, on creation. */

/** @returns the secret in plain text, and its last characters */
export async function addSecret(
  tx: Tx,
  orgId: string,
  webhookId: string,
): Promise<{ secret: string; hint: string }> {
  const id = newId();
  const secret = newSigningSecret();
  const hint = secret.slice(-4);
  await tx.insert(webhookSecrets).values({
    orgId,
    id,
    webhookId,
    ciphertext: sealSecret(secret, placeOfWebhookSecret(orgId, id)),
    hint,
    createdAt: new Date(),
  });
  return { secret, hint };
}

export function readSecret(row: { orgId: string; id: string; ciphertext: string }): string {
  return openSecret(row.ciphertext, placeOfWebhookSecret(row.orgId, row.id));
}
