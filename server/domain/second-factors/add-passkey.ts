import { keepPasskey } from '../../auth/passkeys';
import { takeSessionChallenge } from '../../auth/sign-in-steps';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import type { AddPasskeyInput, Passkey } from './contract';
import { addMethod, performOwn } from './own';
import { presentPasskey } from './present';

/** @throws DomainError `validation_failed` (wrong response to the session's last challenge, or already registered) */
export function addPasskey(ctx: Context, input: AddPasskeyInput): Promise<Passkey> {
  const operation = { action: 'add_passkey', kind: 'write', stepUp: true, adds: 'passkey' } as const;
  return performOwn(ctx, operation, async (tx, { id }) => {
    const challenge = await takeSessionChallenge(tx, id, ctx.session!.id);
    const row = challenge && (await keepPasskey(tx, id, challenge, input.passkey, input.name));
    if (!row) throw fieldError('/passkey', 'not_allowed', 'was already added or belongs to another service');
    await addMethod(tx, ctx, 'passkey');
    return { output: presentPasskey(row), audit: { objectKind: 'passkey', objectId: row.id } };
  });
}
