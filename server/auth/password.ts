import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { withHashLimit } from './hash-limit';
import { normalForm } from '../unicode-normal-form';

/** Passwords: argon2id, 19 MiB, two passes (OWASP), not normalized. Rules for new ones: `password-rule.ts`. */

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> =>
  withHashLimit(() => hash(password, OPTIONS));

let decoy: Promise<string> | undefined;

/**
 * Without a stored hash it does the same work, so that timing does not reveal whether the account exists.
 * @param first ahead of others in the queue
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  first = false,
): Promise<boolean> {
  const against = stored ?? (await (decoy ??= hash(randomBytes(24).toString('base64'), OPTIONS)));
  const matches = await withHashLimit(() => verify(against, password).catch(() => false), first);
  return stored !== null && matches;
}

export const newPassword = (): string => randomBytes(18).toString('base64url');

/** Hex SHA-256 of the normalized address, by which sign-in finds users. */
export const emailHash = (email: string): string =>
  createHash('sha256').update(normalForm(email).trim().toLowerCase()).digest('hex');
