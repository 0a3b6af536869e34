import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { secretHash } from '../../auth/api-key-format';
import { invitations, organizations } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { env } from '../../env';
import { invitationMail } from '../../mail/invitation-mail';
import { mailIsSet, sendMail } from '../../mail/send-mail';
import type { Context } from '../../shared/context';
import type { MadeInvitation } from './contract';
import { presentInvitation, type InvitationRow } from './present';
import { INVITATION_DAYS } from './rules';

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): Buffer => Buffer.from(secretHash(secret), 'hex');
export const endOfInvitation = (from: Date): Date => new Date(from.getTime() + INVITATION_DAYS * 86_400_000);

export interface Issued {
  row: InvitationRow;
  organization: string;
  secret: string;
}

export async function nameOfOrganization(tx: Tx, ctx: Context): Promise<string> {
  const [row] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId));
  return row?.name ?? '';
}

/**
 * Call after the commit, because it uses the network. With a mail server, only the invitee gets the link: a failure is
 * reported, and the link still not shown.
 */
export async function deliver(ctx: Context, { row, organization, secret }: Issued): Promise<MadeInvitation> {
  const link = `${env.PUBLIC_URL}/invitation/${secret}`;
  const made = presentInvitation(row);
  if (!mailIsSet()) return { ...made, delivery: 'shown', link };
  const { name, email } = row;
  const sent = await sendMail(invitationMail({ name, email, organization, link, days: INVITATION_DAYS }));
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
          // If the invitation was renewed meanwhile, the new link has its own email.
          eq(invitations.secretHash, row.secretHash),
        ),
      );
  });
  return { ...made, sent_at: sentAt.toISOString(), delivery: 'sent' };
}
