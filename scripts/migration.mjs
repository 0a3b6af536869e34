// npm run db:generate -- --name what_changes: writes the next migration from server/db/schema, including grants.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { main, root, say, ScriptError } from './lib/root.mjs';
import { tool } from './lib/run.mjs';

const folder = path.join(root, 'server/db/migrations');
const BREAK = '\n--> statement-breakpoint\n';
const files = () => fs.readdirSync(folder).filter((name) => name.endsWith('.sql'));

await main(async () => {
  const args = process.argv.slice(2);
  const before = files();
  /** @returns the file added by drizzle-kit */
  const generate = async (...more) => {
    if ((await tool('drizzle-kit', ['generate', ...more, ...args])) !== 0)
      throw new ScriptError('The migration could not be written; the errors are above.');
    return files().find((name) => !before.includes(name));
  };
  const tables = await generate();

  process.env.LOG_LEVEL = 'silent';
  await bundle(['migrations']);
  const { missingAccess } = await import(pathToFileURL(path.join(root, 'dist/migrations.mjs')).href);
  const access = await missingAccess();
  if (access.length > 0) {
    const file = path.join(folder, tables ?? (await generate('--custom')));
    const text = tables ? fs.readFileSync(file, 'utf8').trimEnd() + BREAK : '';
    fs.writeFileSync(file, `${text}${access.map((statement) => `${statement};`).join(BREAK)}\n`);
    say(`${path.relative(root, file)}: ${access.length} statements for grants and row-level security`);
  }
  process.exit();
});
