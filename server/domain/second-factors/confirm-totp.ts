import { confirmTotp as confirm } from '../../auth/totp';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import type { FactorChanged } from './contract';
import { addMethod, CHANGED, performOwn } from './own';

/** Makes the app a second factor. @throws DomainError `validation_failed` (wrong code) */
export function confirmTotp(ctx: Context, input: { code: string }): Promise<FactorChanged> {
  const operation = { action: 'confirm_totp', kind: 'write', stepUp: true, adds: 'totp' } as const;
  return performOwn(ctx, operation, async (tx, { id }) => {
    if (!(await confirm(tx, id, input.code.replaceAll(/\s/g, ''))))
      throw fieldError('/code', 'not_allowed', 'is not the current code of the app');
    await addMethod(tx, ctx, 'totp');
    return { output: CHANGED, audit: { objectKind: 'user', objectId: id } };
  });
}
