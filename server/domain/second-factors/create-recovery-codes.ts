import { factorsOf, hasFactor } from '../../auth/factors';
import { makeRecoveryCodes } from '../../auth/recovery-codes';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { RecoveryCodeList } from './contract';
import { performOwn } from './own';

/**
 * Creates ten codes, shown once, and revokes earlier ones.
 * @throws DomainError `invalid_state` (no second factor that they could replace)
 */
export function createRecoveryCodes(ctx: Context): Promise<RecoveryCodeList> {
  const operation = {
    action: 'create_recovery_codes',
    kind: 'write',
    stepUp: true,
    adds: 'recovery_codes',
  } as const;
  return performOwn(ctx, operation, async (tx, { id }) => {
    if (!hasFactor(await factorsOf(tx, id)))
      throw new DomainError('invalid_state', 'Add an authenticator app or a passkey first.');
    const codes = await makeRecoveryCodes(tx, id);
    return {
      output: { object: 'recovery_codes' as const, codes },
      audit: { objectKind: 'user', objectId: id, detail: { count: codes.length } },
    };
  });
}
