// npm test: everything, from a fresh clone; stops at the first step that fails and ends with one line of counts.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';
import { checks, playwright, runSteps, vitest } from './lib/steps.mjs';

await main(async () => {
  await prepare(['server', 'pages']);
  await runSteps([
    ...checks,
    vitest('domain, api, isolation, matrix and model', ['--project', 'database']),
    vitest('faults', ['--project', 'faults']),
    playwright('browser'),
  ]);
});
