import { suspendOrganisation } from '../domain/organisations/suspend-organisation';
import type { Command } from './arguments';
import { inOrganisation } from './organisations';

export const orgSuspend: Command = {
  name: 'org suspend',
  operand: 'SLUG',
  flags: { reason: { value: 'TEXT', required: true } },
  async run(given) {
    const { ctx } = await inOrganisation(given.operand);
    return suspendOrganisation(ctx, { reason: given.need('reason') });
  },
};
