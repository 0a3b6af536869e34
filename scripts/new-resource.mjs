// npm run new:resource -- care-plans [--singular care-plan] [--prefix cpl]: writes a resource of patients, from the
// table to the page and its tests (docs/adding-a-resource.md).
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { namesOf, planResource } from './lib/new-resource.mjs';
import { main, root, ScriptError } from './lib/root.mjs';
import { tool } from './lib/run.mjs';

await main(async () => {
  const option = { type: 'string' };
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { singular: option, prefix: option },
  });
  if (positionals.length !== 1) throw new ScriptError('Usage: npm run new:resource -- care-plans');
  const names = namesOf(positionals[0], values);
  if (!/^[a-z]{2,3}$/.test(names.prefix)) throw new ScriptError('--prefix has two or three letters.');
  if (fs.readFileSync(path.join(root, 'server/shared/ids.ts'), 'utf8').includes(`'${names.prefix}'`))
    throw new ScriptError(`Ids that begin with ${names.prefix}_ exist already. Choose another --prefix.`);
  const { created, changed } = planResource(names);
  const exists = created.find(([file]) => fs.existsSync(path.join(root, file)));
  if (exists) throw new ScriptError(`${exists[0]} exists already.`);
  const files = [...created, ...changed];
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  const paths = files.map(([file]) => file);
  if ((await tool('oxfmt', paths)) !== 0) process.exitCode = 1;
  process.stdout.write(`${paths.join('\n')}\n${created.length} files made, ${changed.length} changed\n`);
  process.stdout.write(`Next: npm run db:generate -- --name ${names.plural.replaceAll(' ', '_')}\n`);
});
