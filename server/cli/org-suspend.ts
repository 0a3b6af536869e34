import { suspendOrganization } from '../domain/organizations/suspend-organization';
import type { Command } from './arguments';
import { inOrganization } from './organizations';

export const orgSuspend: Command = {
  name: 'org suspend',
  operand: 'SLUG',
  flags: { reason: { value: 'TEXT', required: true } },
  async run(given) {
    const { ctx } = await inOrganization(given.operand);
    return suspendOrganization(ctx, { reason: given.need('reason') });
  },
};
