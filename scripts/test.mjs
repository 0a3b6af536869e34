// npm test: everything, from a fresh clone; stops at the first step that fails and ends with one line of counts.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';
import {
  building,
  fast,
  format,
  lint,
  playwright,
  runSteps,
  sideBySide,
  types,
  unused,
  vitest,
} from './lib/steps.mjs';

await main(async () => {
  await prepare(['server']);
  await runSteps([
    sideBySide([building('pages')], [format, unused]),
    // Types are read from what the build has written; starting and stopping the service waits more than it works.
    sideBySide([types], [lint, fast], [vitest('faults', ['--project', 'faults'])]),
    vitest('domain, api, isolation, matrix and model', ['--project', 'database*']),
    playwright('browser'),
  ]);
});
