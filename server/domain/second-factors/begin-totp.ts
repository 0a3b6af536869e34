import { qrCode } from '../../auth/qr-code';
import { beginTotp as begin } from '../../auth/totp';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { BegunTotp } from './contract';
import { performOwn } from './own';

/**
 * Creates a secret for an authenticator app, unconfirmed until the first code.
 * @throws DomainError `invalid_state` (one exists)
 */
export function beginTotp(ctx: Context): Promise<BegunTotp> {
  const operation = { action: 'begin_totp', kind: 'write', stepUp: true } as const;
  return performOwn(ctx, operation, async (tx, { id, email }) => {
    const begun = await begin(tx, id, email);
    if (!begun)
      throw new DomainError(
        'invalid_state',
        'You already have an authenticator app. Remove it before you add another.',
      );
    return {
      output: { object: 'begun_totp' as const, ...begun, qr: qrCode(begun.uri) },
      audit: { objectKind: 'user', objectId: id },
    };
  });
}
