// npm test: runs everything from a fresh clone, stops at the first failing step and ends with one line of totals.
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
  unused,
  vitest,
  wording,
} from './lib/steps.mjs';

await main(async () => {
  await prepare(['server']);
  await runSteps([
    sideBySide([building('pages')], [building('client'), wording, format, unused]),
    // Types are read from the build's output. Each line alone leaves half of two cores idle.
    sideBySide(
      [lint, fast, vitest('domain, api, isolation, matrix and model', ['--project', 'database*'])],
      [vitest('faults', ['--project', 'faults']), playwright('browser')],
    ),
  ]);
});
