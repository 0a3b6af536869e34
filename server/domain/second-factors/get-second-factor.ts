import { and, eq, isNotNull } from 'drizzle-orm';
import { passkeysOf, passkeysPossible } from '../../auth/passkeys';
import { recoveryCodesLeft } from '../../auth/recovery-codes';
import { asksSecondFactor } from '../../auth/second-factor-rule';
import { organizations, totpSecrets } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import type { SecondFactor } from './contract';
import { performOwn } from './own';
import { presentPasskey } from './present';

export function getSecondFactor(ctx: Context): Promise<SecondFactor> {
  return performOwn(ctx, { action: 'get_second_factor', kind: 'read' }, async (tx, { id }) => {
    const [totp] = await tx
      .select({ since: totpSecrets.confirmedAt })
      .from(totpSecrets)
      .where(and(eq(totpSecrets.userId, id), isNotNull(totpSecrets.confirmedAt)));
    const [organization] = await tx
      .select({ rule: organizations.secondFactor })
      .from(organizations)
      .where(eq(organizations.id, ctx.actor.orgId));
    const { role } = ctx.actor;
    return {
      output: {
        object: 'second_factor' as const,
        totp_since: totp?.since?.toISOString() ?? null,
        passkeys: (await passkeysOf(tx, id)).map(presentPasskey),
        recovery_codes_left: await recoveryCodesLeft(tx, id),
        required: role !== null && asksSecondFactor(organization?.rule ?? 'everyone', role),
        passkeys_possible: passkeysPossible(),
      },
      audit: { objectKind: 'user', objectId: id },
    };
  });
}
