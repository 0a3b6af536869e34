import { eq } from 'drizzle-orm';
import { organisations, users } from '../db/schema/index';
import { withScope, type Tx } from '../db/transaction';
import { fieldError } from '../errors/domain-error';
import { findOwnOrganisations } from './own-organisations';
import { passwordProblem } from './password-rule';

/** Asked wherever a password is chosen, and nowhere else: who has one already signs in with it. */

let common: Promise<ReadonlySet<string>> | undefined;

/** 49,000 words, loaded when somebody chooses a password for the first time. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));

/**
 * @param about names, address and organisations of the person
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

/** What is known of a person that a password must not be made of. @param tx sees what belongs to the person */
export async function wordsAbout(tx: Tx, userId: string): Promise<string[]> {
  const [user] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  const places = await findOwnOrganisations(tx, userId);
  return [...(user ? [user.name, user.email] : []), ...places.map(({ name }) => name)];
}

/** The same for somebody who joins an organisation. */
export async function wordsAboutNewcomer(orgId: string, name: string, email: string): Promise<string[]> {
  const [organisation] = await withScope({ orgId }, (tx) =>
    tx.select({ name: organisations.name }).from(organisations).where(eq(organisations.id, orgId)),
  );
  return [name, email, ...(organisation ? [organisation.name] : [])];
}

export const wordsAboutPerson = (userId: string): Promise<string[]> =>
  withScope({ userId }, (tx) => wordsAbout(tx, userId));
