import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { erasure } from '../domain/erasures/contract';
import { repeatErasure } from '../domain/erasures/repeat-erasure';
import { UsageError, type Command } from './arguments';
import { inOrganization } from './organizations';

const line = z.strictObject({ ...erasure.shape, org: z.string() });

/** After the restore of a backup: erases the patients again that it has brought back. */
export const erasuresRepeat: Command = {
  name: 'erasures repeat',
  flags: { from: { value: 'FILE', required: true } },
  async run(given) {
    const text = await readFile(given.need('from'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--from: the file cannot be read (${error.code ?? 'unknown'}).`);
    });
    const certificates = text
      .split('\n')
      .filter((one) => one.trim() !== '')
      .map((one, at) => {
        try {
          return line.parse(JSON.parse(one));
        } catch {
          throw new UsageError(`Line ${at + 1} of the file is not a certificate of "erasures list".`);
        }
      });
    let erased = 0;
    for (const { org, ...certificate } of certificates)
      if (await repeatErasure((await inOrganization(org)).ctx, certificate)) erased++;
    return { certificates: certificates.length, erased };
  },
};
