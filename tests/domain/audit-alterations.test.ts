import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alterAndVerify, makeScene, verify } from '../alterations/run';
import type { Scene } from '../alterations/scene';
import { openStage, type AuditStage } from '../alterations/stage';

/** H-04: whoever alters a sealed audit is found out, with the place. 2,000 by `npm run audit:alterations`. */

const SEED = 20_261_121;

let stage: AuditStage;
let scene: Scene;
beforeAll(async () => {
  stage = await openStage();
  scene = await makeScene(stage, 420);
});
afterAll(() => stage.close());

describe('a sealed audit', () => {
  it('is found to be whole while nobody alters it', async () => {
    await stage.superuser.query('BEGIN');
    const { findings, counts, organisations } = await verify(stage);
    await stage.superuser.query('ROLLBACK');
    expect({ findings, counts }).toEqual({ findings: [], counts: {} });
    expect(organisations).toHaveLength(2);
    for (const { rows, unsealed } of organisations)
      expect({ rows, unsealed }).toEqual({ rows: 420, unsealed: 0 });
  });

  it('shows each of 200 alterations and names its place', async () => {
    const outcomes = await alterAndVerify(stage, scene, 200, SEED);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(new Set(outcomes.map(({ name }) => name)).size).toBeGreaterThan(30);
  }, 120_000);
});
