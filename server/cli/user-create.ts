import { ROLES } from '../data-types/role-codes';
import { createUser } from '../domain/people/create-user';
import { oneOf, type Command } from './arguments';
import { inOrganization } from './organizations';

export const userCreate: Command = {
  name: 'user create',
  flags: {
    org: { value: 'SLUG', required: true },
    email: { value: 'EMAIL', required: true },
    name: { value: 'NAME', required: true },
    role: { value: ROLES.join('|'), required: true },
    password: { value: 'PASSWORD' },
  },
  async run(given) {
    const role = oneOf('role', given.need('role'), ROLES);
    const { ctx } = await inOrganization(given.need('org'));
    return createUser(ctx, {
      email: given.need('email'),
      name: given.need('name'),
      role,
      password: given.get('password'),
    });
  },
};
