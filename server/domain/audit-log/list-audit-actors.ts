import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { AuditActors } from './contract';
import { allActors } from './names';

/** Includes former users, revoked keys, and deleted applications and connections. */
export function listAuditActors(ctx: Context): Promise<AuditActors> {
  const operation = { action: 'list_audit_actors', kind: 'list', role: 'auditor', peopleOnly: true } as const;
  return perform(ctx, operation, async (tx) => {
    const output = await allActors(tx, ctx.actor.orgId);
    const count = Object.values(output).reduce((sum, { length }) => sum + length, 0);
    return { output, audit: { objectKind: 'user', detail: { count } } };
  });
}
