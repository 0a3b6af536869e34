import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findSandbox, presentSandbox } from './access';
import type { Sandbox } from './contract';

/**
 * Asks for the example data instead of all patients. A worker replaces them within seconds (`server/demo`); until then
 * a repeated request has no effect.
 * @throws DomainError `forbidden` (a live organization)
 */
export function resetSandbox(ctx: Context): Promise<Sandbox> {
  const operation = {
    action: 'reset_sandbox',
    kind: 'write',
    scope: 'patients:write',
    role: 'admin',
  } as const;
  return perform(ctx, operation, async (tx) => {
    const { id, sandboxResetRequestedAt } = await findSandbox(tx, ctx);
    const [row] = await tx
      .update(organizations)
      .set({ sandboxResetRequestedAt: sandboxResetRequestedAt ?? new Date() })
      .where(eq(organizations.id, id))
      .returning();
    return { output: presentSandbox(row!), audit: { objectKind: 'organization', objectId: id } };
  });
}
