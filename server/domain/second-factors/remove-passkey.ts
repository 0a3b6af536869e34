import { and, eq } from 'drizzle-orm';
import { passkeys } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';
import type { FactorChanged } from './contract';
import { assertNotLast, assertNotLastOfBreakGlass, CHANGED, performOwn } from './own';

/** @throws DomainError `not_found`, `invalid_state` (the last factor, if one is required) */
export function removePasskey(ctx: Context, input: { id: string }): Promise<FactorChanged> {
  const operation = { action: 'remove_passkey', kind: 'write', stepUp: true } as const;
  return performOwn(ctx, operation, async (tx, { id: userId }) => {
    const id = pathId('passkey', input.id);
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
      .returning({ id: passkeys.id });
    if (!removed) throw notFound();
    await assertNotLast(tx, userId);
    await assertNotLastOfBreakGlass(tx, userId);
    return { output: CHANGED, audit: { objectKind: 'passkey', objectId: id } };
  });
}
