// npm run mutation: changes the code and expects a unit test to fail. For the nightly run.
//
// Stryker is installed here, because its 119 packages are a tenth of the files of node_modules.
import { prepare } from './lib/prepare.mjs';
import { main, ScriptError } from './lib/root.mjs';
import { node, npm } from './lib/run.mjs';

const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1'];

await main(async () => {
  await prepare([]);
  if ((await npm(['install', '--no-save', '--no-audit', '--no-fund', ...PACKAGES])) !== 0)
    throw new ScriptError('Stryker could not be installed; npm says why above.');
  process.exitCode = await node('node_modules/@stryker-mutator/core/bin/stryker.js', [
    'run',
    'tests/audits/mutation/stryker.config.mjs',
    ...process.argv.slice(2),
  ]);
});
