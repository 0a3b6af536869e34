import { eq } from 'drizzle-orm';
import { chartAccesses, organizations, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { env } from '../../env';
import { DomainError } from '../../errors/domain-error';
import { chartOpenedMail, type ChartOpened } from '../../mail/chart-opened-mail';
import { notifyOwner } from '../../mail/notify-owner';
import { administratorsOf, type Recipient } from '../../shared/administrators';
import type { Context } from '../../shared/context';
import { idTime, newId, showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { findPatient } from '../patients/access';
import type { OpenedChart, OpenRestrictedChartInput } from './contract';
import { ACCESS_HOURS, REASON_WORDS } from './rules';

const OPERATION = {
  action: 'open_restricted_chart',
  kind: 'write',
  scope: 'patients:read',
  peopleOnly: true,
  restrictedCharts: 'all',
} as const;

const ACCESS_MS = ACCESS_HOURS * 3_600_000;

/**
 * Opens a restricted chart for the user, for 8 hours, and notifies the administrators by email.
 * @throws DomainError `not_found`, `invalid_state` if the chart is not restricted
 */
export async function openRestrictedChart(
  ctx: Context,
  input: OpenRestrictedChartInput,
): Promise<OpenedChart> {
  let notice: { admins: Recipient[]; about: ChartOpened } | undefined;
  const opened = await perform<OpenedChart>(ctx, OPERATION, async (tx) => {
    const patient = await findPatient(tx, ctx, input.id);
    if (patient.restriction === null)
      throw new DomainError(
        'invalid_state',
        'The chart is not restricted. It can be opened without a reason.',
      );
    const id = newId();
    const expiresAt = new Date(idTime(id).getTime() + ACCESS_MS);
    await tx.insert(chartAccesses).values({
      orgId: ctx.actor.orgId,
      id,
      patientId: patient.id,
      userId: ctx.actor.id!,
      reason: input.reason,
      note: input.note.trim(),
      openedAt: idTime(id),
      expiresAt,
    });
    notice = await noticeOf(tx, ctx, input);
    return {
      output: { patient_id: showId('patient', patient.id), expires_at: expiresAt.toISOString() },
      audit: {
        objectKind: 'chart_access',
        objectId: id,
        patientIds: [patient.id],
        detail: { reason: input.reason },
      },
    };
  });
  for (const admin of notice?.admins ?? []) notifyOwner(chartOpenedMail(admin, notice!.about));
  return opened;
}

async function noticeOf(tx: Tx, ctx: Context, { reason }: OpenRestrictedChartInput) {
  const { orgId, id } = ctx.actor;
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, id!));
  return {
    admins: await administratorsOf(tx, orgId),
    about: {
      organization: organization!.name,
      user: user!.name,
      reason: REASON_WORDS[reason],
      link: `${env.PUBLIC_URL}/admin/privacy`,
    },
  };
}
