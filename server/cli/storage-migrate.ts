import path from 'node:path';
import { migrateDocuments, type LostFile, type Migration } from '../domain/documents/migrate-documents';
import { env } from '../env';
import { storageOf } from '../storage/index';
import { UsageError, type Command } from './arguments';

interface Migrated extends Migration {
  to: 'disk' | 's3';
  findings: LostFile[];
}

/** Copies all files between `DATA_DIR/documents` and the bucket of `STORAGE_URL`. Exit code 1 if a file is missing. */
export const storageMigrate: Command = {
  name: 'storage migrate',
  flags: { to: { value: 's3|disk', required: true } },
  async run(given): Promise<Migrated> {
    const to = given.need('to');
    if (to !== 's3' && to !== 'disk') throw new UsageError('--to must be s3 or disk.');
    if (env.STORAGE_URL === undefined)
      throw new UsageError('STORAGE_URL must name the bucket, such as s3://bucket.');
    const target = storageOf(to);
    await target.assertUsable();
    const findings: LostFile[] = [];
    const made = await migrateDocuments(storageOf(to === 's3' ? 'disk' : 's3'), target, (lost) =>
      findings.push(lost),
    );
    return { to, ...made, findings };
  },
  exitCode: (made) => ((made as Migrated).lost > 0 ? 1 : 0),
  text: (made) => describe(made as Migrated),
};

const describe = ({ to, copied, bytes, present, lost, findings }: Migrated): string =>
  [
    ...findings.map(({ kind, org, id, file }) => `FOUND ${kind}  ${org}  ${id}  ${file}`),
    `${copied} files copied (${bytes} bytes), ${present} were there already, ${lost} are missing or altered.`,
    ...(copied > 0
      ? ['Repeat the command until it copies nothing, at last while the service is stopped.']
      : []),
    ...(copied === 0 && to === 's3'
      ? [
          `Start the service with STORAGE_URL, run storage verify, then delete ${path.join(env.DATA_DIR, 'documents')}: erasures no longer reach it.`,
        ]
      : []),
  ].join('\n');
