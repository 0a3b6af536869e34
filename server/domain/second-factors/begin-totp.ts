import { qrCode } from '../../auth/qr-code';
import { beginReplacement, beginTotp as begin } from '../../auth/totp';
import type { Context } from '../../shared/context';
import type { BegunTotp } from './contract';
import { performOwn } from './own';

/**
 * Creates a secret for an authenticator app, unconfirmed until the first code. An existing app stays valid until then:
 * without it, a user who lost the phone could not replace a required factor.
 */
export function beginTotp(ctx: Context): Promise<BegunTotp> {
  const operation = { action: 'begin_totp', kind: 'write', stepUp: true } as const;
  return performOwn(ctx, operation, async (tx, person) => {
    const begun =
      (await begin(tx, person.id, person.email)) ??
      (await beginReplacement(tx, person, { id: ctx.session!.id, ip: ctx.ip }));
    return {
      output: { object: 'begun_totp' as const, ...begun, qr: qrCode(begun.uri) },
      audit: { objectKind: 'user', objectId: person.id },
    };
  });
}
