// npm run audit:garbage: the garbage tests with ten thousand bodies for each operation that takes one.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';
import { tool } from './lib/run.mjs';

await main(async () => {
  await prepare([]);
  const { GARBAGE_BODIES = '10000', GARBAGE_VALUES = '400' } = process.env;
  process.exitCode = await tool('vitest', ['run', '--project', 'database', 'tests/api/garbage.test.ts'], {
    env: { NODE_ENV: 'test', GARBAGE_BODIES, GARBAGE_VALUES },
  });
});
