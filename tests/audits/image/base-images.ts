import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Podman } from './podman';

/**
 * Images under the names of the two base images of `deploy/Dockerfile`, made from Debian's packages and `node` of npm, so
 * that no registry of images is needed.
 */
const SUITE = 'bookworm';
const NODE = '22';
const PACKAGES = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libssl3', 'libstdc++6', 'tzdata'];
const USER = 65532;
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';

const run = async (command: string, args: string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { maxBuffer: 1e8 })).stdout;

export async function makeBaseImages(folder: string, podman: Podman): Promise<void> {
  const [build, runtime] = [...(await readFile('deploy/Dockerfile', 'utf8')).matchAll(/^FROM (\S+)/gm)];
  const debian = path.join(folder, 'debian');
  const include = `--include=${PACKAGES.join(',')}`;
  await run('debootstrap', ['--variant=minbase', include, SUITE, debian]);
  const packages = path.join(folder, 'npm');
  const node = `node-linux-${process.arch}`;
  await mkdir(packages);
  await run('npm', ['install', '--prefix', packages, '--ignore-scripts', `${node}@${NODE}`, 'npm@10']);
  const program = path.join(packages, 'node_modules', node, 'bin/node');

  const nonroot = path.join(folder, 'nonroot');
  await makeRuntime(debian, nonroot, program);
  await importFolder(podman, nonroot, runtime![1]!, [
    'USER nonroot',
    'WORKDIR /home/nonroot',
    'ENTRYPOINT ["/nodejs/bin/node"]',
  ]);

  const local = path.join(debian, 'usr/local');
  await copyFile(program, path.join(local, 'bin/node'));
  await mkdir(path.join(local, 'lib'), { recursive: true });
  await run('cp', ['-a', path.join(packages, 'node_modules/npm'), path.join(local, 'lib/npm')]);
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
  const registry = (await run('npm', ['config', 'get', 'registry'])).trim();
  const settings = [`NPM_CONFIG_REGISTRY=${registry}`];
  // Certificates of this machine's registry.
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  if (extra) {
    await copyFile(extra, path.join(debian, 'etc/registry.pem'));
    settings.push('NODE_EXTRA_CA_CERTS=/etc/registry.pem');
  }
  await importFolder(
    podman,
    debian,
    build![1]!,
    settings.map((setting) => `ENV ${setting}`),
  );
}

/** As distroless images are: libraries, certificates and time zones, Node, and one user. */
async function makeRuntime(debian: string, target: string, node: string): Promise<void> {
  const archives = path.join(debian, 'var/cache/apt/archives');
  const files = await readdir(archives);
  for (const name of PACKAGES) {
    const file = files.find((one) => one.startsWith(`${name}_`));
    if (!file) throw new Error(`debootstrap left no archive of ${name}`);
    await run('dpkg-deb', ['--extract', path.join(archives, file), target]);
  }
  for (const name of ['doc', 'info', 'man'])
    await rm(path.join(target, 'usr/share', name), { recursive: true, force: true });
  for (const name of ['nodejs/bin', 'home/nonroot', 'tmp', path.dirname(CERTIFICATES)])
    await mkdir(path.join(target, name), { recursive: true });
  await copyFile(path.join(debian, CERTIFICATES), path.join(target, CERTIFICATES));
  await copyFile(node, path.join(target, 'nodejs/bin/node'));
  await writeFile(
    path.join(target, 'etc/passwd'),
    `root:x:0:0::/root:/sbin/nologin\nnonroot:x:${USER}:${USER}::/home/nonroot:/sbin/nologin\n`,
  );
  await writeFile(path.join(target, 'etc/group'), `root:x:0:\nnonroot:x:${USER}:\n`);
  await chown(path.join(target, 'home/nonroot'), USER, USER);
  await chmod(path.join(target, 'tmp'), 0o1777);
  await chmod(target, 0o755);
}

async function importFolder(podman: Podman, from: string, name: string, changes: string[]): Promise<void> {
  const archive = `${from}.tar`;
  await run('tar', ['--directory', from, '--create', '--file', archive, '--exclude', './var/cache/apt', '.']);
  await podman('import', ...changes.flatMap((change) => ['--change', change]), archive, name);
  await rm(archive);
}
