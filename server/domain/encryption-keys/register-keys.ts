import { asc } from 'drizzle-orm';
import { encryptionKeys } from '../../db/schema/index';
import { withScope, type Tx } from '../../db/transaction';
import { keyFingerprints } from '../../env';
import { StartError } from '../../errors/start-error';

/**
 * Compares `ENCRYPTION_KEYS` with the keys that encrypt values of this database, and registers the first one, which will.
 * @throws StartError with a one-sentence message, if a key is missing or has changed
 */
export async function registerKeys(): Promise<void> {
  const configured = keyFingerprints();
  await withScope({}, async (tx) => {
    const first = configured[0]!;
    await tx
      .insert(encryptionKeys)
      .values({ ...first, createdAt: new Date() })
      .onConflictDoNothing();
    assertConfigured(await registeredKeys(tx), configured);
  });
}

/** The same comparison, without registering a key. @throws StartError */
export const assertKeys = (): Promise<void> =>
  withScope({}, async (tx) => assertConfigured(await registeredKeys(tx), keyFingerprints()));

export const registeredKeys = (tx: Tx) =>
  tx.select().from(encryptionKeys).orderBy(asc(encryptionKeys.createdAt));

function assertConfigured(
  registered: readonly { id: string; fingerprint: string }[],
  configured: readonly { id: string; fingerprint: string }[],
): void {
  for (const { id, fingerprint } of registered) {
    const key = configured.find((one) => one.id === id);
    if (!key)
      throw new StartError(
        `ENCRYPTION_KEYS does not contain the key ${id}, which encrypts values of this database: add it after the first one.`,
      );
    if (key.fingerprint !== fingerprint)
      throw new StartError(
        `The key ${id} in ENCRYPTION_KEYS is not the key ${id} of this database: restore the right one, and give new keys new IDs.`,
      );
  }
}
