// Decides by content whether a build is older than its sources.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const SERVER = ['server', 'tsconfig.json', 'package-lock.json', 'scripts/lib/bundle.mjs'];
export const SOURCES = {
  server: SERVER,
  pages: [
    ...SERVER,
    'scripts/lib/compile-ahead.mjs',
    'scripts/lib/compress.mjs',
    'app',
    'components',
    'public',
    'instrumentation-client.ts',
    'next.config.mjs',
    'postcss.config.mjs',
  ],
  client: ['docs/client', 'package.json', 'LICENSE', 'scripts/lib/pack-client.mjs'],
  bench: [...SERVER, 'tests/audits/bench'],
};

export function hashOf(sources) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const source of sources) add(hash, source);
  return hash.digest('hex');
}

function add(hash, name) {
  const at = path.join(root, name);
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    hash.update(`\0${name}\0`).update(fs.readFileSync(at));
    return;
  }
  // Migrations are read at run time and are not part of the build.
  if (name === 'server/db/migrations') return;
  for (const entry of fs.readdirSync(at).sort()) add(hash, `${name}/${entry}`);
}

const stampFile = (name) => path.join(root, 'dist', `${name}.stamp`);

export function isFresh(name, hash, result) {
  try {
    return fs.readFileSync(stampFile(name), 'utf8') === hash && fs.existsSync(path.join(root, result));
  } catch {
    return false;
  }
}

export function writeStamp(name, hash) {
  fs.mkdirSync(path.dirname(stampFile(name)), { recursive: true });
  fs.writeFileSync(stampFile(name), hash);
}

export function removeStamp(name) {
  fs.rmSync(stampFile(name), { force: true });
}
