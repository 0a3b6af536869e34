import { z } from 'zod';
import { assertMayChoose, wordsAboutNewcomer } from '../../auth/choose-password';
import { emailHash, hashPassword, newPassword } from '../../auth/password';
import { ROLES, type Role } from '../../data-types/role-codes';
import { databaseTime } from '../../db/clock';
import { memberships, users } from '../../db/schema/index';
import { normalForm } from '../../unicode-normal-form';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { newId, showId } from '../../shared/ids';

export interface CreateUserInput {
  email: string;
  name: string;
  role: Role;
  /** Must satisfy `password-rule.ts`; generated if absent. */
  password?: string | undefined;
}

export interface CreatedUser {
  id: string;
  object: 'user';
  email: string;
  name: string;
  role: Role;
  /** Only if generated; shown once. */
  password?: string;
}

/** Creates a user and their membership. @throws DomainError `duplicate_email`, `validation_failed` */
export async function createUser(ctx: Context, input: CreateUserInput): Promise<CreatedUser> {
  if (!z.email().max(254).safeParse(input.email).success)
    throw fieldError('/email', 'invalid_format', 'must be an email address');
  if (!ROLES.includes(input.role))
    throw fieldError('/role', 'not_allowed', `must be one of ${ROLES.join(', ')}`);
  if (input.password !== undefined) {
    const about = await wordsAboutNewcomer(ctx.actor.orgId, input.name, input.email);
    await assertMayChoose('/password', input.password, about);
  }
  const made = input.password === undefined ? newPassword() : undefined;
  const passwordHash = await hashPassword(input.password ?? made!);
  return perform(
    ctx,
    { action: 'create_user', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const id = newId();
      const now = new Date();
      const email = normalForm(input.email).trim();
      await tx
        .insert(memberships)
        .values({ orgId: ctx.actor.orgId, userId: id, role: input.role, createdAt: now });
      await tx.insert(users).values({
        id,
        email,
        emailHash: Buffer.from(emailHash(email), 'hex'),
        name: input.name.trim(),
        passwordHash,
        createdAt: now,
        updatedAt: databaseTime,
      });
      const output: CreatedUser = {
        id: showId('user', id),
        object: 'user',
        email,
        name: input.name.trim(),
        role: input.role,
        ...(made ? { password: made } : {}),
      };
      return { output, audit: { objectKind: 'user', objectId: id, detail: { role: input.role } } };
    },
  );
}
