import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { secretHash } from '../../auth/api-key-format';
import { invitations, organisations } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { env } from '../../env';
import { invitationMail } from '../../mail/invitation-mail';
import { mailIsSet, sendMail } from '../../mail/send-mail';
import type { Context } from '../shared/context';
import type { MadeInvitation } from './contract';
import { presentInvitation, type InvitationRow } from './present';
import { INVITATION_DAYS } from './rules';

/** The secret of an invitation, and how it reaches the person. */

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): Buffer => Buffer.from(secretHash(secret), 'hex');
export const endOfInvitation = (from: Date): Date => new Date(from.getTime() + INVITATION_DAYS * 86_400_000);

/** An invitation that is stored, and what is needed to tell the person of it. */
export interface Issued {
  row: InvitationRow;
  organisation: string;
  secret: string;
}

export async function nameOfOrganisation(tx: Tx, ctx: Context): Promise<string> {
  const [row] = await tx
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, ctx.actor.orgId));
  return row?.name ?? '';
}

/**
 * After the commit, because it waits for a network. Where there is a mail server the link goes to the person alone: a
 * failure is told, and the link is still not shown.
 */
export async function deliver(ctx: Context, { row, organisation, secret }: Issued): Promise<MadeInvitation> {
  const link = `${env.PUBLIC_URL}/invitation/${secret}`;
  const made = presentInvitation(row);
  if (!mailIsSet()) return { ...made, delivery: 'shown', link };
  const { name, email } = row;
  const sent = await sendMail(invitationMail({ name, email, organisation, link, days: INVITATION_DAYS }));
  if (!sent) return { ...made, delivery: 'failed' };
  const sentAt = new Date();
  await withTenant(ctx.actor.orgId, async (tx) => {
    await tx
      .update(invitations)
      .set({ sentAt })
      .where(
        and(
          eq(invitations.orgId, row.orgId),
          eq(invitations.id, row.id),
          // Renewed meanwhile: that one has a mail of its own.
          eq(invitations.secretHash, row.secretHash),
        ),
      );
  });
  return { ...made, sent_at: sentAt.toISOString(), delivery: 'sent' };
}
