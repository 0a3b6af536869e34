import { ROLES } from '../data-types/role-codes';
import { createMembership } from '../domain/people/create-membership';
import { oneOf, type Command } from './arguments';
import { inOrganization } from './organizations';

/** For a user who already has an account through another organization. */
export const membershipCreate: Command = {
  name: 'membership create',
  flags: {
    org: { value: 'SLUG', required: true },
    email: { value: 'EMAIL', required: true },
    role: { value: ROLES.join('|'), required: true },
  },
  async run(given) {
    const role = oneOf('role', given.need('role'), ROLES);
    const { ctx } = await inOrganization(given.need('org'));
    return createMembership(ctx, { email: given.need('email'), role });
  },
};
