// npm run openapi:update: writes docs/openapi.json from the procedures, and from it files of docs/client. npm run
// openapi:release: makes the current contract the baseline for later changes.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { main, root, ScriptError } from './lib/root.mjs';

await main(async () => {
  const [what] = process.argv.slice(2);
  if (what !== 'update' && what !== 'release') throw new ScriptError('Say update or release.');
  process.env.LOG_LEVEL = 'silent';
  await bundle(['contract']);
  const contract = await import(pathToFileURL(path.join(root, 'dist/contract.mjs')).href);
  const said = await contract[what]();
  process.stderr.write(`${said}\n`);
  // Importing the procedures opens connections; exit without waiting for them.
  process.exit();
});
