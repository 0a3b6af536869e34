import { importSynthea } from '../demo/synthea/import-synthea';
import { wholeNumber, type Command } from './arguments';
import { inOrganization } from './organizations';
import { progress } from './progress';

export const importSyntheaCommand: Command = {
  name: 'import synthea',
  flags: {
    dir: { value: 'DIR', required: true },
    org: { value: 'SLUG', required: true },
    limit: { value: 'N' },
  },
  async run(given) {
    const limit = wholeNumber('limit', given.get('limit'));
    const { ctx } = await inOrganization(given.need('org'));
    return importSynthea(ctx, {
      folder: given.need('dir'),
      limit,
      onProgress: progress('patients'),
      onSkipped: ({ pid, reason }) => process.stderr.write(`\nSkipped ${pid}: ${reason}\n`),
    });
  },
};
