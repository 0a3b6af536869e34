import { removeTotp as remove } from '../../auth/totp';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';
import type { FactorChanged } from './contract';
import { assertNotLast, CHANGED, performOwn } from './own';

/** @throws DomainError `not_found` (no authenticator app), `invalid_state` (the last factor, if one is required) */
export function removeTotp(ctx: Context): Promise<FactorChanged> {
  const operation = { action: 'remove_totp', kind: 'write', stepUp: true } as const;
  return performOwn(ctx, operation, async (tx, { id }) => {
    const [removed] = await remove(tx, id);
    if (!removed?.at) throw notFound();
    await assertNotLast(tx, id);
    return { output: CHANGED, audit: { objectKind: 'user', objectId: id } };
  });
}
