import path from 'node:path';
import { findOrganization } from '../domain/organizations/find-organization';
import { migrateDocuments, type LostFile, type Migration } from '../domain/documents/migrate-documents';
import { env } from '../env';
import { showId } from '../shared/ids';
import { storageOf } from '../storage/index';
import { UsageError, type Command } from './arguments';

interface Migrated extends Migration {
  to: 'disk' | 's3';
  /** `org_…`, or all. */
  org: string;
  findings: LostFile[];
}

/** Copies the files of one or all organizations between `DATA_DIR/documents` and the bucket of `STORAGE_URL`. Exit code 1 if a file is missing. */
export const storageMigrate: Command = {
  name: 'storage migrate',
  flags: { to: { value: 's3|disk', required: true }, org: { value: 'SLUG|org_…|all' } },
  async run(given): Promise<Migrated> {
    const to = given.need('to');
    if (to !== 's3' && to !== 'disk') throw new UsageError('--to must be s3 or disk.');
    if (env.STORAGE_URL === undefined)
      throw new UsageError('STORAGE_URL must name the bucket, such as s3://bucket.');
    const asked = given.get('org') ?? 'all';
    const orgId = asked === 'all' ? null : (await findOrganization(asked)).id;
    const target = storageOf(to);
    await target.assertUsable();
    const findings: LostFile[] = [];
    const source = storageOf(to === 's3' ? 'disk' : 's3');
    const made = await migrateDocuments(orgId, source, target, (lost) => findings.push(lost));
    return { to, org: orgId === null ? 'all' : showId('organization', orgId), ...made, findings };
  },
  exitCode: (made) => ((made as Migrated).lost > 0 ? 1 : 0),
  text: (made) => describe(made as Migrated),
};

const describe = (made: Migrated): string =>
  [
    ...made.findings.map(({ kind, org, id, file }) => `FOUND ${kind}  ${org}  ${id}  ${file}`),
    `${made.copied} files copied (${made.bytes} bytes), ${made.present} were there already, ${made.lost} are missing or altered.`,
    ...next(made),
  ].join('\n');

/** The service reads one storage for all organizations: it moves only when the files of all are there. */
function next({ org, to, copied }: Migrated): string[] {
  if (org !== 'all') return ['Repeat the command without --org before the service uses that storage.'];
  if (copied > 0)
    return ['Repeat the command until it copies nothing, at last while the service is stopped.'];
  if (to === 'disk') return [];
  return [
    `Start the service with STORAGE_URL, run storage verify, then delete ${path.join(env.DATA_DIR, 'documents')}: erasures no longer reach it.`,
  ];
}
