import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { closePool } from '../../../server/db/client';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { migrate } from '../../../server/db/migrate';
import { createOrganization } from '../../../server/domain/organizations/create-organization';
import { newRequestId, readId } from '../../../server/shared/ids';
import { systemContext } from '../../../server/shared/system-actor';
import { env } from '../../../server/env';
import { askAll, middleOf } from './ask';
import { load } from './load';

/** npm run audit:plans: query plans of every list and search in an organization with a million rows of each type. */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-plans-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  await migrate(postgres.migrationUrl);
  process.env.DATABASE_URL = postgres.appUrl;
  Object.assign(env, {
    DATABASE_URL: postgres.appUrl,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: `plans:${randomBytes(32).toString('base64')}`,
  });
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  // The data need no durability.
  for (const setting of ['fsync = off', 'full_page_writes = off', "max_wal_size = '16GB'"])
    await admin.query(`ALTER SYSTEM SET ${setting}`);
  await admin.query('SELECT pg_reload_conf()');
  await admin.query(`SET session_replication_role = replica`);
  const organization = async (slug: string) => {
    const made = await createOrganization(
      { transport: 'admin', requestId: newRequestId(), ip: null },
      { name: slug, slug },
    );
    return readId('organization', made.id)!;
  };
  const [orgId, neighbor] = [await organization('large'), await organization('neighbor')];
  await load(admin, neighbor, Math.ceil(rows / 10));
  await load(admin, orgId, rows, say);
  const verdicts = await askAll(systemContext(orgId, 'v1'), await middleOf(admin, orgId, rows));
  say('\nms\tin vain\tsorted\tindexes\tquestion');
  for (const { question, milliseconds, discarded, sorted, indexes, faults } of verdicts)
    say(
      [
        milliseconds.toFixed(1),
        discarded,
        sorted,
        indexes.join(' '),
        question.name + (question.walks ? ' (walks)' : ''),
        ...faults.map((fault) => `FAULT: ${fault}`),
      ].join('\t'),
    );
  const faulty = verdicts.filter(({ faults }) => faults.length > 0);
  say(`\n${verdicts.length} questions at ${rows} rows, ${faulty.length} with faults`);
  process.exitCode = faulty.length > 0 ? 1 : 0;
  await admin.end();
} finally {
  await closePool();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
