import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { printFinding } from '../../support/finding';
import { REAL_S3 } from '../../support/s3-server';
import { missingPackages, startCeph } from './ceph';

/**
 * `npm run audit:storage`: the contract of the storage against the object gateway of Ceph, in a plain and in a versioned
 * bucket. The suite tests it against a small server.
 */
const missing = missingPackages();
if (missing.length > 0) {
  process.stderr.write(`- missing: apt-get install -y ${missing.join(' ')}\n`);
  process.exit(2);
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'ceph-'));
let failed = false;
let stop: () => Promise<void> = () => Promise.resolve();
try {
  const ceph = await startCeph(folder);
  stop = ceph.stop;
  const { accessKeyId, secretAccessKey, endpoint } = ceph;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  for (const Bucket of ['plain', 'versioned']) {
    await client.send(new CreateBucketCommand({ Bucket }));
    if (Bucket === 'versioned') {
      const VersioningConfiguration = { Status: 'Enabled' } as const;
      await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
    }
    const settings = {
      STORAGE_URL: `s3://${Bucket}/clinic`,
      S3_ENDPOINT: endpoint,
      S3_PATH_STYLE: true,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      // It encrypts only with a key server.
      S3_ENCRYPTION: 'none',
    };
    const { status, stdout } = spawnSync(
      process.execPath,
      ['node_modules/.bin/vitest', 'run', '--project', 'fast', 'tests/unit/storage/contract.test.ts'],
      {
        env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1', [REAL_S3]: JSON.stringify(settings) },
        encoding: 'utf8',
      },
    );
    const measured = /Tests\s+(.*)/.exec(stdout)?.[1] ?? 'none';
    printFinding({ name: `contract in a ${Bucket} bucket of Ceph`, measured, met: status === 0 });
    if (status === 0) continue;
    failed = true;
    process.stderr.write(stdout);
  }
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
