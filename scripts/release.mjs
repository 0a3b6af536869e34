// npm run release -- VERSION [--skip-tests] [--dry-run]: tests, builds, writes the packages below dist/release, commits and
// tags. --skip-tests: CI has passed on this commit. --dry-run: no commit and no tag, and the files are put back.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { prepare } from './lib/prepare.mjs';
import { releaseChangelog, versionProblem } from './lib/release.mjs';
import { main, root, say, ScriptError } from './lib/root.mjs';
import { node, npm } from './lib/run.mjs';

const NAME = 'clinical-data-service';
const FOLDER = 'dist/release';
/** What the service reads when it runs. */
const PACKED = [
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'README.md',
  'SECURITY.md',
  'deploy/systemd',
  'docs',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'server/db/migrations',
  'server/demo/catalog',
  'dist/main.mjs',
  'dist/admin.mjs',
  'dist/intake-thread.mjs',
  '.next',
];
const NOT_PACKED = ['.next/cache', '.next/diagnostics', '.next/trace', '.next/trace-build', '.next/types'];

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const output = (command, words) =>
  execFileSync(command, words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

async function run(what, running) {
  say(what);
  if ((await running) !== 0) throw new ScriptError(`${what}: failed, nothing was released.`);
}

function options() {
  const words = process.argv.slice(2);
  const flags = words.filter((word) => word.startsWith('--'));
  const [version, ...more] = words.filter((word) => !word.startsWith('--'));
  const unknown = flags.find((flag) => flag !== '--skip-tests' && flag !== '--dry-run');
  if (!version || more.length > 0 || unknown)
    throw new ScriptError('npm run release -- VERSION [--skip-tests] [--dry-run]');
  return { version, skipTests: flags.includes('--skip-tests'), dryRun: flags.includes('--dry-run') };
}

/** @returns the changelog of the release */
function check({ version, dryRun }) {
  const problem = versionProblem(version, git('tag').split('\n'));
  if (problem) throw new ScriptError(problem);
  if (git('status', '--porcelain') !== '') throw new ScriptError('There are changes that are not committed.');
  if (!dryRun && git('branch', '--show-current') !== 'main')
    throw new ScriptError('A release is made on the branch main.');
  const changelog = releaseChangelog(
    fs.readFileSync('CHANGELOG.md', 'utf8'),
    version,
    new Date().toISOString().slice(0, 10),
  );
  if (changelog === null) throw new ScriptError('CHANGELOG.md has no unreleased changes.');
  return changelog;
}

async function keepDatabase(version) {
  await bundle(['release-database']);
  const made = await import(pathToFileURL(path.join(root, 'dist/release-database.mjs')).href);
  say(`Kept ${await made.keepDatabase(version)}`);
}

async function pack(version) {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const archive = `${NAME}-${version}.tar.gz`;
  // The same commit gives the same archive, apart from what the builds themselves vary.
  const plain = output('tar', [
    '--create',
    '--gzip',
    `--file=${FOLDER}/${archive}`,
    '--sort=name',
    `--mtime=@${git('log', '-1', '--format=%ct')}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    // Only names: the links in .next point to packages.
    `--transform=flags=r;s,^,${NAME}-${version}/,`,
    ...NOT_PACKED.map((name) => `--exclude=${name}`),
    ...PACKED,
  ]);
  if (plain) say(plain);
  fs.writeFileSync(`${FOLDER}/sbom.cdx.json`, output('npm', ['run', '--silent', 'sbom']));
  fs.writeFileSync(`${FOLDER}/licenses.txt`, output(process.execPath, ['scripts/licenses.mjs']));
  const sums = fs
    .readdirSync(FOLDER)
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(fs.readFileSync(path.join(FOLDER, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  fs.writeFileSync(`${FOLDER}/SHA256SUMS`, sums.join(''));
}

await main(async () => {
  const settings = options();
  const { version } = settings;
  const changelog = check(settings);
  if (!settings.skipTests) await run('npm test', npm(['test']));
  try {
    fs.writeFileSync('CHANGELOG.md', changelog);
    await run(
      `Version ${version}`,
      npm(['version', version, '--no-git-tag-version', '--allow-same-version'], { quietStdout: true }),
    );
    await run('The contract of /v1', node('scripts/openapi.mjs', ['update']));
    await run('Comparing it with the last release', node('scripts/openapi.mjs', ['release']));
    await prepare(['server', 'pages', 'client'], { force: true });
    await keepDatabase(version);
    await pack(version);
    if (!settings.dryRun) {
      git('add', '--all');
      git('commit', '--quiet', '--message', `Release ${version}`);
      git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
    }
  } finally {
    // After a failure and after a dry run.
    if (git('status', '--porcelain') !== '') {
      git('restore', '--staged', '--worktree', '.');
      git('clean', '--force', '--quiet', 'tests/fixtures/releases');
    }
  }
  say(
    settings.dryRun
      ? `Version ${version} could be released; its packages are in ${FOLDER}.`
      : `Version ${version} is committed and tagged; its packages are in ${FOLDER}. Publish with: git push --follow-tags`,
  );
});
