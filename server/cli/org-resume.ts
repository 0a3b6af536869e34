import { resumeOrganization } from '../domain/organizations/resume-organization';
import type { Command } from './arguments';
import { inOrganization } from './organizations';

export const orgResume: Command = {
  name: 'org resume',
  operand: 'SLUG',
  flags: {},
  async run(given) {
    const { ctx } = await inOrganization(given.operand);
    return resumeOrganization(ctx);
  },
};
