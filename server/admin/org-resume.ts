import { resumeOrganisation } from '../domain/organisations/resume-organisation';
import type { Command } from './arguments';
import { inOrganisation } from './organisations';

export const orgResume: Command = {
  name: 'org resume',
  operand: 'SLUG',
  flags: {},
  async run(given) {
    const { ctx } = await inOrganisation(given.operand);
    return resumeOrganisation(ctx);
  },
};
