import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { env, parseEncryptionKeys } from '../env';

/**
 * Encrypts secrets that must be recovered (signing secrets, private keys): AES-256-GCM, random 96-bit nonce. Format:
 * `keyid.base64url(nonce, ciphertext, tag)`. The first of `ENCRYPTION_KEYS` encrypts, any of them decrypts.
 */

/** Where the ciphertext is stored. Authenticated, so that it does not decrypt in another row or column. */
export interface Place {
  /** `uuid` */
  orgId: string;
  table: string;
  /** `uuid` of the row */
  row: string;
  column: string;
}

const NONCE = 12;
const TAG = 16;

let loaded: { text: string; keys: { id: string; key: Buffer }[] } | undefined;

function keyRing(): { id: string; key: Buffer }[] {
  const text = env.ENCRYPTION_KEYS;
  if (!text) throw new Error('ENCRYPTION_KEYS are not loaded yet');
  if (loaded?.text !== text) {
    const keys = parseEncryptionKeys(text);
    if (!keys) throw new Error('ENCRYPTION_KEYS cannot be read');
    loaded = { text, keys };
  }
  return loaded.keys;
}

// The key ID is authenticated too: it selects the key, so changing it must be detected.
const bound = (place: Place, keyId: string) =>
  Buffer.from(JSON.stringify([keyId, place.orgId, place.table, place.row, place.column]));

export function sealSecret(plain: string, place: Place): string {
  const { id, key } = keyRing()[0]!;
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(bound(place, id));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${id}.${sealed.toString('base64url')}`;
}

/** @throws Error if the key is missing, the text was changed, or it was encrypted for another place */
export function openSecret(text: string, place: Place): string {
  const dot = text.indexOf('.');
  const id = text.slice(0, dot);
  const entry = keyRing().find((candidate) => candidate.id === id);
  const sealed = Buffer.from(text.slice(dot + 1), 'base64url');
  if (dot < 1 || !entry || sealed.length < NONCE + TAG) throw new Error('The stored secret cannot be opened');
  const decipher = createDecipheriv('aes-256-gcm', entry.key, sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(bound(place, id));
  decipher.setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new Error('The stored secret cannot be opened', { cause: error });
  }
}
