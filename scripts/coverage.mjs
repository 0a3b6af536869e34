// npm run coverage: lines covered by the fast and the database tests, as a table and in dist/coverage. For the nightly
// run.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';
import { tool } from './lib/run.mjs';

await main(async () => {
  await prepare(['server']);
  const projects = ['fast', 'database', 'nightly'].map((name) => `--project=${name}`);
  process.exitCode = await tool('vitest', ['run', ...projects, '--coverage'], { env: { NODE_ENV: 'test' } });
});
