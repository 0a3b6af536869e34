import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { findMember, PRACTITIONERS } from './access';
import { presentPractitioner, type Practitioner } from './present';

/** A current or former member, for the orders and patients that name them. @throws DomainError `not_found` */
export function getPractitioner(ctx: Context, input: { id: string }): Promise<Practitioner> {
  return perform(ctx, { action: 'get_practitioner', kind: 'read', ...PRACTITIONERS }, async (tx) => {
    const member = await findMember(tx, ctx, input.id);
    return {
      output: presentPractitioner(member),
      audit: { objectKind: 'user', objectId: member.user.id },
    };
  });
}
