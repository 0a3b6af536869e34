// npm run licenses: every package of the running service with its license, from package-lock.json.
import fs from 'node:fs';
import { main, ScriptError } from './lib/root.mjs';

await main(async () => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  const lines = Object.entries(packages)
    .filter(([place, { dev }]) => place && !dev)
    .map(([place, { name, version, license }]) => ({
      name: name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const text = lines.map(({ name, version, license }) => `${license ?? 'UNKNOWN'}\t${name}@${version}\n`);
  process.stdout.write(text.join(''));
  const unknown = lines.filter(({ license }) => !license);
  if (unknown.length > 0)
    throw new ScriptError(`No license in package-lock.json: ${unknown.map(({ name }) => name).join(', ')}`);
});
