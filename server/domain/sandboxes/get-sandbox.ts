import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findSandbox, presentSandbox } from './access';
import type { Sandbox } from './contract';

/** @throws DomainError `forbidden` (a live organization) */
export function getSandbox(ctx: Context): Promise<Sandbox> {
  const operation = {
    action: 'get_sandbox',
    kind: 'read',
    scope: ['patients:read', 'patients:write'],
    role: 'admin',
  } as const;
  return perform(ctx, operation, async (tx) => {
    const row = await findSandbox(tx, ctx);
    return { output: presentSandbox(row), audit: { objectKind: 'organization', objectId: row.id } };
  });
}
