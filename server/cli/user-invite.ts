import { invitePerson } from '../domain/people/invite-person';
import { ROLES } from '../data-types/role-codes';
import { oneOf, type Command } from './arguments';
import { inOrganization } from './organizations';

/** Invites a user, who chooses a password with the link. It is emailed, or printed if there is no mail server. */
export const userInvite: Command = {
  name: 'user invite',
  flags: {
    org: { value: 'SLUG', required: true },
    email: { value: 'EMAIL', required: true },
    name: { value: 'NAME', required: true },
    role: { value: ROLES.join('|'), required: true },
  },
  async run(given) {
    const role = oneOf('role', given.need('role'), ROLES);
    const { ctx } = await inOrganization(given.need('org'));
    return invitePerson(ctx, { email: given.need('email'), name: given.need('name'), role });
  },
};
