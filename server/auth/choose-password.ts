import { eq } from 'drizzle-orm';
import { organizations, users } from '../db/schema/index';
import { withScope, type Tx } from '../db/transaction';
import { fieldError } from '../errors/domain-error';
import { findOwnOrganizations } from './own-organizations';
import { passwordProblem } from './password-rule';

/** Checked only when a password is chosen, so users with an older password can still sign in. */

let common: Promise<ReadonlySet<string>> | undefined;

/** 49,000 words, loaded on first use. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));

/**
 * @param about names, email address and organizations of the user
 * @throws DomainError `validation_failed` at the pointer
 */
export async function assertMayChoose(
  pointer: string,
  password: string,
  about: readonly string[],
): Promise<void> {
  const problem = passwordProblem(password, await commonPasswords(), about);
  if (problem) throw fieldError(pointer, problem.code, problem.message);
}

/** Words the password must not consist of. `tx` is scoped to the user. */
export async function wordsAbout(tx: Tx, userId: string): Promise<string[]> {
  const [user] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  const places = await findOwnOrganizations(tx, userId);
  return [...(user ? [user.name, user.email] : []), ...places.map(({ name }) => name)];
}

/** Like `wordsAbout`, for a user who is joining an organization. */
export async function wordsAboutNewcomer(orgId: string, name: string, email: string): Promise<string[]> {
  const [organization] = await withScope({ orgId }, (tx) =>
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, orgId)),
  );
  return [name, email, ...(organization ? [organization.name] : [])];
}

export const wordsAboutPerson = (userId: string): Promise<string[]> =>
  withScope({ userId }, (tx) => wordsAbout(tx, userId));
