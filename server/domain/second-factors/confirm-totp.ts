import { confirmReplacement, confirmTotp as confirm } from '../../auth/totp';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import type { FactorChanged } from './contract';
import { addMethod, CHANGED, performOwn } from './own';

/**
 * Makes the app a second factor, instead of an earlier one.
 * @throws DomainError `validation_failed` (wrong code)
 */
export function confirmTotp(ctx: Context, input: { code: string }): Promise<FactorChanged> {
  const operation = { action: 'confirm_totp', kind: 'write', stepUp: true, adds: 'totp' } as const;
  return performOwn(ctx, operation, async (tx, { id }) => {
    const code = input.code.replaceAll(/\s/g, '');
    const about = { objectKind: 'user', objectId: id } as const;
    if (!(await confirm(tx, id, code))) {
      if (!(await confirmReplacement(tx, id, ctx.session!.id, code)))
        throw fieldError('/code', 'not_allowed', 'is not the current code of the app');
      await recordAudit(tx, ctx, { action: 'remove_totp', kind: 'write', outcome: 'allowed', ...about });
    }
    await addMethod(tx, ctx, 'totp');
    return { output: CHANGED, audit: about };
  });
}
