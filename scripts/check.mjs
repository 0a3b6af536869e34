// npm run check: the fast half of the tests, without a database.
import { install, isInstalled } from './lib/install.mjs';
import { whilePreparing } from './lib/lock.mjs';
import { main } from './lib/root.mjs';

await main(async () => {
  if (!isInstalled()) await whilePreparing(() => install());
  const { fast, runSteps, statics } = await import('./lib/steps.mjs');
  await runSteps([statics, fast]);
});
