import { and, eq, isNull } from 'drizzle-orm';
import { emailHash } from '../../auth/password';
import { lockThing } from '../../db/locks';
import { invitations, memberships, users } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { newId } from '../../shared/ids';
import { MANAGE } from './access';
import type { InvitePersonInput, MadeInvitation } from './contract';
import { revokeInvitationsTo } from './end-access';
import {
  deliver,
  endOfInvitation,
  hashOf,
  nameOfOrganization,
  newSecret,
  type Issued,
} from './invitation-link';

/**
 * Invites a user. The link is emailed, or returned if there is no mail server. Revokes an earlier invitation to the
 * same address. Never reveals whether the address has an account elsewhere.
 * @throws DomainError `forbidden`, `validation_failed` (already a member)
 */
export async function invitePerson(ctx: Context, input: InvitePersonInput): Promise<MadeInvitation> {
  const { orgId } = ctx.actor;
  const hash = Buffer.from(emailHash(input.email), 'hex');
  const secret = newSecret();
  const operation = {
    action: 'invite_person',
    kind: 'write',
    ...MANAGE,
    stepUp: input.role === 'admin',
  } as const;
  const issued = await perform<Issued>(ctx, operation, async (tx) => {
    // Of two concurrent invitations to one address, the second finds the first.
    await lockThing(tx, 'invitation', orgId, hash.toString('hex'));
    const [member] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(and(eq(memberships.orgId, orgId), isNull(memberships.endedAt), eq(users.emailHash, hash)));
    if (member) throw fieldError('/email', 'not_unique', 'already belongs to a member of the organization');
    const ended = await revokeInvitationsTo(tx, ctx, hash);
    const now = new Date();
    const [row] = await tx
      .insert(invitations)
      .values({
        orgId,
        id: newId(),
        email: input.email,
        emailHash: hash,
        name: input.name,
        role: input.role,
        secretHash: hashOf(secret),
        createdAt: now,
        createdBy: actorName(ctx.actor),
        expiresAt: endOfInvitation(now),
      })
      .returning();
    return {
      output: { row: row!, organization: await nameOfOrganization(tx, ctx), secret },
      audit: {
        objectKind: 'invitation',
        objectId: row!.id,
        detail: { role: input.role, ...(ended > 0 ? { replaced: ended } : {}) },
      },
    };
  });
  return deliver(ctx, issued);
}
