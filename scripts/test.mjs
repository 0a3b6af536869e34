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
    // Last in its line, because builds wait for each other.
    sideBySide([building('pages')], [wording, format, unused, building('client')]),
    // Types are read from the build's output. Each line alone leaves half of two cores idle; both take equally long. The
    // linter is last, because it fills both cores.
    sideBySide(
      [
        vitest('domain, api, matrix and model', ['--project', 'database']),
        vitest('faults', ['--project', 'faults']),
      ],
      [fast, playwright('browser'), lint],
    ),
  ]);
});
