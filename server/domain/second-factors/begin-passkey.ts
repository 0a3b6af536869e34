import { newPasskeyQuestion } from '../../auth/begin-factor';
import { MOST_PASSKEYS, passkeysOf, passkeysPossible } from '../../auth/passkeys';
import { createStep, newChallenge } from '../../auth/sign-in-steps';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { BegunPasskey } from './contract';
import { performOwn } from './own';

/**
 * Options for `navigator.credentials.create`.
 * @throws DomainError `invalid_state` (passkeys need a host name), `limit_reached`
 */
export function beginPasskey(ctx: Context): Promise<BegunPasskey> {
  const operation = { action: 'begin_passkey', kind: 'write', stepUp: true } as const;
  return performOwn(ctx, operation, async (tx, person) => {
    if (!passkeysPossible())
      throw new DomainError('invalid_state', 'Passkeys require that the service has a host name.');
    const rows = await passkeysOf(tx, person.id);
    if (rows.length >= MOST_PASSKEYS)
      throw new DomainError('limit_reached', `You can have at most ${MOST_PASSKEYS} passkeys.`);
    const challenge = newChallenge();
    await createStep(tx, {
      purpose: 'enrol_passkey',
      userId: person.id,
      sessionId: ctx.session!.id,
      ip: ctx.ip,
      challenge,
    });
    return {
      output: { object: 'begun_passkey' as const, ...newPasskeyQuestion(challenge, person, rows) },
      audit: { objectKind: 'user', objectId: person.id },
    };
  });
}
