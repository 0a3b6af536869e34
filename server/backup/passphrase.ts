import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './backup-error';
import { normalForm } from '../unicode-normal-form';

/**
 * Encrypts `secrets.json` for a backup: scrypt derives a key from the passphrase, AES-256-GCM encrypts. The parameters
 * are authenticated, so that they cannot be weakened in the file.
 */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const;
const SHORTEST_PASSPHRASE = 12;

const bytes = (length?: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((value) => length === undefined || value.length === length);
const schema = z.object({
  format: z.literal(1),
  cipher: z.literal('aes-256-gcm'),
  kdf: z.literal('scrypt'),
  n: z.literal(COST.n),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: bytes(32),
  iv: bytes(12),
  tag: bytes(16),
  data: bytes(),
});

const header = (salt: Buffer) => ({
  format: 1,
  cipher: 'aes-256-gcm',
  kdf: 'scrypt',
  ...COST,
  salt: salt.toString('base64'),
});

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const { n, r, p } = COST;
  return new Promise((resolve, reject) =>
    // NFC: the same passphrase typed on another system.
    scrypt(normalForm(passphrase), salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

/** @throws BackupError if the passphrase is too short */
export function assertPassphrase(passphrase: string): void {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new BackupError(`The passphrase must have at least ${SHORTEST_PASSPHRASE} characters.`);
}

export async function encryptSecrets(plain: string, passphrase: string): Promise<string> {
  assertPassphrase(passphrase);
  const [salt, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv);
  cipher.setAAD(Buffer.from(JSON.stringify(header(salt))));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const encoded = { iv, tag: cipher.getAuthTag(), data };
  return `${JSON.stringify(
    {
      ...header(salt),
      ...Object.fromEntries(Object.entries(encoded).map(([name, value]) => [name, value.toString('base64')])),
    },
    null,
    2,
  )}\n`;
}

/** @throws BackupError if the passphrase is wrong or the text was altered */
export async function decryptSecrets(text: string, passphrase: string): Promise<string> {
  let parsed;
  try {
    parsed = schema.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupError('The encrypted keys of the backup are damaged.', { cause: error });
  }
  const { salt, iv, tag, data } = parsed;
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(JSON.stringify(header(salt))));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new BackupError('The passphrase is wrong, or the encrypted keys of the backup are damaged.', {
      cause: error,
    });
  }
}
