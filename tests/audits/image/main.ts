import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { printFinding, type Finding } from '../../support/finding';
import { makeBaseImages } from './base-images';
import { checkContents } from './contents';
import { podmanIn } from './podman';
import { runRoles } from './roles';

/**
 * `npm run audit:image`: builds `deploy/Dockerfile` on stand-ins for its base images, checks what is in the image, and runs
 * its roles as the chart does against PostgreSQL and an S3 server.
 */
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
const missing = ['debootstrap', 'podman', 'runc'].filter((name) => spawnSync(name, ['--version']).error);
if (missing.length > 0 || process.getuid?.() !== 0) {
  say(missing.length > 0 ? `missing: apt-get install -y ${missing.join(' ')}` : 'debootstrap needs root');
  process.exit(2);
}

const IMAGE = 'localhost/clinical-data-service';
let failed = false;
function report(finding: Finding): void {
  printFinding(finding);
  if (finding.met === false) failed = true;
}
const cleanups: (() => unknown)[] = [];

async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'image-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const podman = podmanIn(folder);
  cleanups.push(async () => {
    await podman('rm', '--all', '--force', '--time', '0');
    await podman('rmi', '--all', '--force');
  });
  say('Making the base images (two minutes)');
  await mkdir(path.join(folder, 'base'));
  await makeBaseImages(path.join(folder, 'base'), podman);
  say('Building the image (several minutes)');
  const commit = (await promisify(execFile)('git', ['rev-parse', 'HEAD'])).stdout.trim();
  const build = 'build --isolation chroot --pull=never --network host --format docker';
  const sources = '--file deploy/Dockerfile --ignorefile deploy/Dockerfile.dockerignore .';
  const own = ['--build-arg', `CLINICAL_COMMIT=${commit}`, '--tag', IMAGE];
  await podman(...build.split(' '), ...own, ...sources.split(' '));
  const bases = [...(await readFile('deploy/Dockerfile', 'utf8')).matchAll(/^FROM (\S+)/gm)];
  for (const finding of await checkContents(podman, IMAGE, bases.at(-1)![1]!)) report(finding);
  await runRoles({ podman, image: IMAGE, folder, commit, report, cleanups });
}

try {
  await run();
} catch (error) {
  failed = true;
  say(error instanceof Error ? ((error as { stderr?: string }).stderr ?? error.message) : String(error));
} finally {
  for (const clean of cleanups.reverse())
    await Promise.resolve(clean()).catch((error: unknown) => say(String(error)));
}
process.exit(failed ? 1 : 0);
