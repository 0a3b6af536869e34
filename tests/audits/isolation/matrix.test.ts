import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProbe, openDatabase, removeBuilds, runProbe } from '../../integration/isolation/builds';
import type { MatrixReport } from './matrix-probe';

/** Runs the permission matrix with queries alone, with row-level security alone, and with neither. */

afterAll(removeBuilds);

describe('isolation of organizations', () => {
  const closed = process.env.DATABASE_URL!;
  let open: string;
  beforeAll(async () => {
    open = await openDatabase();
  }, 60_000);

  it('holds in each mode for every foreign path, filter and body of the access matrix', async () => {
    const { whole, bare, stripped, left } = await buildProbe('tests/audits/isolation/matrix-probe.ts');
    expect(stripped).toBeGreaterThan(40);
    expect(left).toEqual([]);
    const probe = (file: string, databaseUrl: string) => runProbe<MatrixReport>(file, whole, databaseUrl);
    expect(await probe(whole, open), 'queries alone').toMatchObject({ wrong: [], different: [] });
    const byPolicies = await probe(bare, closed);
    expect(byPolicies, 'row-level security alone').toMatchObject({ wrong: [], different: [] });
    expect(byPolicies.cases).toBeGreaterThan(200);
    const neither = await probe(bare, open);
    expect(neither.wrong.length, 'the probe must see it when nothing defends').toBeGreaterThan(40);
  }, 180_000);
});
