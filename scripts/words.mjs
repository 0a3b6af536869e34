// npm run lint:words -- [PATH...]: lists wording to avoid (CONTRIBUTING.md). With --check, as in npm run check, only
// where a folder has more of it than LEFT allows.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { findWords, LEFT } from './lib/plain-words.mjs';
import { main, ScriptError } from './lib/root.mjs';

const TEXT = /\.(tsx?|mjs|cjs|css|md)$/;
/** The list itself and its test, texts of others, generated files. */
const SKIPPED =
  /^(scripts\/lib\/plain-words\.mjs|tests\/unit\/plain-words\.test\.ts|tests\/fixtures\/|docs\/licenses\/|docs\/client\/contract\.ts|server\/db\/migrations\/)/;

await main(async () => {
  const args = process.argv.slice(2);
  const paths = args.filter((arg) => arg !== '--check');
  const files = execFileSync('git', ['ls-files', '--', ...paths], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT.test(file) && !SKIPPED.test(file) && fs.existsSync(file));
  const byFolder = {};
  for (const file of files)
    (byFolder[file.includes('/') ? file.split('/')[0] : '.'] ??= []).push(
      ...findWords(file, fs.readFileSync(file, 'utf8')),
    );
  const isCheck = paths.length < args.length;
  const shown = Object.entries(byFolder).filter(
    ([folder, hits]) => hits.length > (isCheck ? (LEFT[folder] ?? 0) : 0),
  );
  for (const { file, line, words, instead } of shown.flatMap(([, hits]) => hits))
    process.stdout.write(`${file}:${line}: "${words}" → ${instead}\n`);
  if (shown.length > 0)
    throw new ScriptError(shown.map(([folder, hits]) => `${folder}: ${hits.length}`).join(', '));
});
