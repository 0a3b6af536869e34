import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../../server/db/client';
import { few } from '../../support/test-size';
import { openSetup, runDrawn, runSteps, type Setup } from './run';
import { KEPT } from './seeds';

/**
 * L-03: whatever the order of operations, the responses equal those of the model. `npm run audit:model` runs 3,000
 * sequences.
 */

const SEQUENCES = 5;
const SEED = 20_261_121;

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(async () => {
  await setup.close();
  await closePool();
});

describe('service and model', () => {
  it.each(few(KEPT, 3))('agree after a fixed defect: $found', ({ steps }) => runSteps(setup, steps));

  it(`agree in ${SEQUENCES} sequences of steps`, async () => {
    const { drawn, failures } = await runDrawn(setup, {
      sequences: SEQUENCES,
      seed: SEED,
      limitMs: 270_000,
    });
    expect(failures.join('\n')).toBe('');
    expect(drawn).toBe(SEQUENCES);
  }, 300_000);
});
