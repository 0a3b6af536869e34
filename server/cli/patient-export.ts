import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { exportPatient } from '../domain/patient-exports/export-patient';
import type { Command } from './arguments';
import { inOrganization } from './organizations';

/** Everything about one patient as a ZIP file, as from the portal. The file has its name only when it is complete. */
export const patientExport: Command = {
  name: 'patient export',
  flags: {
    org: { value: 'SLUG', required: true },
    patient: { value: 'pat_…', required: true },
    to: { value: 'FILE.zip', required: true },
  },
  async run(given) {
    const { ctx } = await inOrganization(given.need('org'));
    const target = given.need('to');
    const { stream, counts } = await exportPatient(ctx, { id: given.need('patient') });
    const partial = `${target}.incomplete`;
    try {
      await pipeline(stream, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return { file: target, ...counts };
  },
};
