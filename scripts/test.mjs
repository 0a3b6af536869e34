// npm test: runs everything from a fresh clone, stops at the first failing step and ends with one line of totals.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';
import {
  building,
  fast,
  format,
  imports,
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
    // One line alone leaves half of two cores idle; both take equally long. The database tests need no pages.
    sideBySide(
      [
        wording,
        format,
        unused,
        imports,
        vitest('domain, api, matrix and model', ['--project', 'database']),
        // Waits for the other line, should it still build.
        building('pages'),
        vitest('faults', ['--project', 'faults']),
        // Types are read from the build's output.
        lint,
      ],
      [building('pages'), building('client'), fast, playwright('browser')],
    ),
  ]);
});
