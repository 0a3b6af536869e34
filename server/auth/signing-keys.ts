import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { eq, gt, isNull, or, sql } from 'drizzle-orm';
import { lock } from '../db/locks';
import { signingKeys } from '../db/schema/index';
import { withScope, type Tx } from '../db/transaction';
import { newId } from '../shared/ids';
import { openSecret, sealSecret, type Place } from './secret-box';

/**
 * Signing keys of access tokens (ES256). One signs; the previous one verifies until its last token has expired. Keys
 * are created on first use and replaced by age. Every process reads them from the table.
 */

type Key = Awaited<ReturnType<typeof importJWK>>;

interface CachedKey {
  kid: string;
  jwk: { kty: string; crv: string; x: string; y: string };
  publicKey: Key;
  sealed: string;
  createdAt: Date;
  expiresAt: Date | null;
}

const SIGNS_FOR_MS = 90 * 86_400_000;
/** Longer than the lifetime of an access token. */
const OVERLAP_MS = 2 * 3_600_000;
const READ_AGAIN_MS = 60_000;
/** Limits database reads for unknown key IDs, which any caller can send. */
const ASK_AGAIN_MS = 1_000;

let cached: { keys: CachedKey[]; at: number } | null = null;
let reading: Promise<CachedKey[]> | null = null;

const placeOf = (id: string): Place => ({
  orgId: '',
  table: 'signing_keys',
  row: id,
  column: 'private_key',
});

async function read(tx: Tx): Promise<CachedKey[]> {
  const rows = await tx
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.expiresAt), gt(signingKeys.expiresAt, new Date())))
    .orderBy(sql`${signingKeys.id} desc`);
  return Promise.all(
    rows.map(async ({ id, publicJwk, privateKey, createdAt, expiresAt }) => ({
      kid: id,
      jwk: publicJwk,
      publicKey: await importJWK({ ...publicJwk }, 'ES256'),
      sealed: privateKey,
      createdAt,
      expiresAt,
    })),
  );
}

/** @param maxAgeMs maximum age of the cached keys */
async function keys(maxAgeMs = READ_AGAIN_MS): Promise<CachedKey[]> {
  if (cached && performance.now() - cached.at < maxAgeMs) return cached.keys;
  reading ??= withScope({}, read)
    .then((found) => {
      cached = { keys: found, at: performance.now() };
      return found;
    })
    .finally(() => (reading = null));
  return reading;
}

export async function verifyingKey(kid: string): Promise<Key | null> {
  const stands = (list: CachedKey[]) =>
    list.find((key) => key.kid === kid && (key.expiresAt === null || key.expiresAt > new Date()))?.publicKey;
  // Another process may have just created it.
  return stands(await keys()) ?? stands(await keys(ASK_AGAIN_MS)) ?? null;
}

/** The keys of `/oauth/jwks`. */
export async function publicKeys(): Promise<JWK[]> {
  await signingKey();
  return (await keys()).map(({ kid, jwk: { kty, crv, x, y } }) => ({
    kty,
    crv,
    x,
    y,
    kid,
    alg: 'ES256',
    use: 'sig',
  }));
}

/** Uses its own connection: do not call inside a transaction. */
export async function signingKey(): Promise<{ kid: string; key: Key }> {
  const current = (list: CachedKey[]) =>
    list.find(({ expiresAt, createdAt }) => !expiresAt && Date.now() - createdAt.getTime() < SIGNS_FOR_MS);
  const key = current(await keys()) ?? current(await replaceSigningKey());
  if (!key) throw new Error('There is no key to sign with');
  const jwk = JSON.parse(openSecret(key.sealed, placeOf(key.kid))) as JWK;
  return { kid: key.kid, key: await importJWK(jwk, 'ES256') };
}

/** Creates the next signing key; the current one still verifies. `always`: even if the current key is young. */
export async function replaceSigningKey(always = false): Promise<CachedKey[]> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const [{ x, y }, secret] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const now = new Date();
  await withScope({}, async (tx) => {
    await lock(tx, 'signingKeys');
    const [newest] = await tx
      .select({ id: signingKeys.id, createdAt: signingKeys.createdAt })
      .from(signingKeys)
      .where(isNull(signingKeys.expiresAt));
    // When processes start together, the first one has already replaced it.
    if (newest && !always && now.getTime() - newest.createdAt.getTime() < SIGNS_FOR_MS) return;
    if (newest)
      await tx
        .update(signingKeys)
        .set({ expiresAt: new Date(now.getTime() + OVERLAP_MS) })
        .where(eq(signingKeys.id, newest.id));
    const id = newId();
    await tx.insert(signingKeys).values({
      id,
      publicJwk: { kty: 'EC', crv: 'P-256', x: x!, y: y! },
      privateKey: sealSecret(JSON.stringify(secret), placeOf(id)),
      createdAt: now,
    });
  });
  cached = null;
  return keys();
}
