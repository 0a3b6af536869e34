// npm test: everything, from a fresh clone; stops at the first step that fails and ends with one line of counts.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';
import { fast, playwright, runSteps, sideBySide, statics, vitest } from './lib/steps.mjs';

await main(async () => {
  await prepare(['server', 'pages']);
  await runSteps([
    statics,
    // Starting and stopping the service waits more than it works.
    sideBySide([fast], [vitest('faults', ['--project', 'faults'])]),
    vitest('domain, api, isolation, matrix and model', ['--project', 'database']),
    playwright('browser'),
  ]);
});
