import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProbe, openDatabase, removeBuilds, runProbe } from './builds';
import type { Report } from './probe';

/**
 * Isolation has two layers, and each is tested alone: B-01 the queries on a database whose policies allow every row,
 * B-02 the policies with code whose queries do not filter by organization. Without both, the same probe must find
 * leaks; otherwise its silence would prove nothing. `npm run audit:nightly` sends the requests of the authorization
 * matrix in the same four ways (tests/audits/isolation).
 */

afterAll(removeBuilds);

describe('isolation of organizations', () => {
  const closed = process.env.DATABASE_URL!;
  let open: string;
  beforeAll(async () => {
    open = await openDatabase();
  }, 60_000);

  it('holds by queries alone and by row-level security alone, and the probe detects when both are removed', async () => {
    const { whole, bare, stripped, left } = await buildProbe('tests/integration/isolation/probe.ts');
    expect(stripped).toBeGreaterThan(40);
    expect(left).toEqual([]);
    const probe = (file: string, databaseUrl: string) => runProbe<Report>(file, whole, databaseUrl);

    const queries = await probe(whole, open);
    expect(queries, 'queries alone').toMatchObject({ leaks: [], errors: [] });
    expect(queries.calls).toBeGreaterThan(120);
    expect(queries.own).toBe(7);
    expect(await probe(bare, closed), 'row-level security alone').toMatchObject({ leaks: [], errors: [] });

    const neither = await probe(bare, open);
    expect(neither.leaks.length, 'the probe must see leaks when nothing defends').toBeGreaterThan(10);
  }, 300_000);
});
