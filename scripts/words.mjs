// npm run lint:words -- [PATH...]: lists wording to avoid with its replacement (CONTRIBUTING.md).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { findWords } from './lib/plain-words.mjs';
import { main, ScriptError } from './lib/root.mjs';

const TEXT = /\.(tsx?|mjs|cjs|css|md)$/;
/** The list itself and its test, texts of others, generated files. */
const SKIPPED =
  /^(scripts\/lib\/plain-words\.mjs|tests\/unit\/plain-words\.test\.ts|tests\/fixtures\/|docs\/licenses\/|docs\/client\/contract\.ts|server\/db\/migrations\/)/;

await main(async () => {
  const hits = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT.test(file) && !SKIPPED.test(file) && fs.existsSync(file))
    .flatMap((file) => findWords(file, fs.readFileSync(file, 'utf8')));
  for (const { file, line, words, instead } of hits)
    process.stdout.write(`${file}:${line}: "${words}" → ${instead}\n`);
  if (hits.length > 0) throw new ScriptError(`${hits.length} phrases to avoid.`);
});
