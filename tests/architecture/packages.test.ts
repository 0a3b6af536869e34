import { describe, expect, it } from 'vitest';
import { readJson } from './source-files';

/** Versions below which a published advisory applies, and the number of dependencies. */

const FLOORS = {
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@trpc/server': '11.8.0',
  'drizzle-orm': '0.45.2',
  'next-auth': '4.24.15',
  '@fastify/busboy': '3.2.6',
  nodemailer: '8.0.5',
};

interface Locked {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Lock {
  packages: Record<string, Locked>;
}
const manifest = readJson<{
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}>('package.json');
const { packages } = readJson<Lock>('package-lock.json');

function isAtLeast(version: string, floor: string): boolean {
  const [have, want] = [version, floor].map((text) => text.split('-')[0]!.split('.').map(Number));
  for (const [at, part] of want!.entries()) if (have![at] !== part) return (have![at] ?? 0) > part;
  return !version.includes('-');
}

/** The places in which a package at `place` finds another, nearest first. */
function* lookUp(place: string, name: string): Generator<string> {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    yield `${at ? `${at}/` : ''}node_modules/${name}`;
    if (!at) return;
  }
}

describe('packages', () => {
  it.each(Object.entries(FLOORS))('%s is at least %s in every installed copy', (name, floor) => {
    const versions = Object.entries(packages)
      .filter(([place]) => place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`))
      .map(([, { version }]) => version!);
    versions.push(readJson<{ version: string }>(`node_modules/${name}/package.json`).version);
    expect(versions.length).toBeGreaterThan(1);
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
  });

  it('are compared by number, not by text', () => {
    expect(isAtLeast('16.10.0', '16.4.6')).toBe(true);
    expect(isAtLeast('16.4.5', '16.4.6')).toBe(false);
    expect(isAtLeast('4.24.15-beta.1', '4.24.15')).toBe(false);
  });

  it('include at most 45 direct runtime dependencies', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(45);
  });

  it('have one version each', () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, wanted]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted),
    );
    expect(ranges).toEqual([]);
  });

  // npm omits packages that are missing from a registry's mirror, and `npm ci` then rejects the whole file.
  it('are all in the lock file, including those for other platforms', () => {
    const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => ![...lookUp(place, name)].some((found) => packages[found]))
        .map((name) => `${name}, for ${place}`),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });
});
