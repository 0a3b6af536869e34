import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../../server/db/client';
import { openStage, runDrawn, runSteps, type Stage } from './run';
import { KEPT } from './seeds';

/** L-03: whatever is done in whatever order, the service answers as the model says. 3,000 by `npm run audit:model`. */

const SEQUENCES = 30;
const SEED = 20_261_121;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await closePool();
});

describe('service and model', () => {
  it.each(KEPT)('agree after a fixed defect: $found', ({ steps }) => runSteps(stage, steps));

  it(`agree in ${SEQUENCES} sequences of steps`, async () => {
    const { drawn, failures } = await runDrawn(stage, {
      sequences: SEQUENCES,
      seed: SEED,
      limitMs: 270_000,
    });
    expect(failures.join('\n')).toBe('');
    expect(drawn).toBe(SEQUENCES);
  }, 300_000);
});
