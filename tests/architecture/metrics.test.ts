import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBackupMetrics } from '../../server/backup/schedule';
import { count } from '../../server/counts';
import { registry } from '../../server/http/metrics';
import { root } from './source-files';

/** The tables of docs/operations/metrics.md name every metric that `/metrics` prints, with its type and labels. */

interface Metric {
  type: string;
  labels: string[];
}

const documented: Record<string, Metric> = Object.fromEntries(
  [
    ...readFileSync(path.join(root, 'docs/operations/metrics.md'), 'utf8').matchAll(
      /^\| `(clinical_\w+)(?:\{([a-z_,]+)\})?` +\| (\w+)/gm,
    ),
  ].map(([, name, labels = '', type]) => [name!, { type: type!, labels: labels.split(',').filter(Boolean) }]),
);
let printed: Record<string, Metric> = {};

beforeAll(async () => {
  // Registered by the schedule only.
  addBackupMetrics(() => ({ age: 0, bytes: 0 }));
  count('clinical_loop_turns_total', ['metrics_test', 'succeeded']);
  const found = (await registry.getMetricsAsJSON()) as unknown as {
    name: string;
    type: string;
    values: { labels: Record<string, string> }[];
  }[];
  printed = Object.fromEntries(
    found
      .filter(({ name }) => name.startsWith('clinical_'))
      .map(({ name, type, values }) => [
        name,
        {
          type,
          labels: [...new Set(values.flatMap(({ labels }) => Object.keys(labels)))].filter(
            (label) => label !== 'le',
          ),
        },
      ]),
  );
});

afterAll(() => {
  for (const name of Object.keys(printed))
    if (name.startsWith('clinical_backup_')) registry.removeSingleMetric(name);
});

describe('documented metrics', () => {
  it('are those of /metrics', () => {
    expect(Object.keys(documented).sort()).toEqual(Object.keys(printed).sort());
    expect(Object.keys(documented).length).toBeGreaterThan(35);
  });

  it('have their types', () => {
    const types = (of: Record<string, Metric>) =>
      Object.fromEntries(Object.entries(of).map(([name, { type }]) => [name, type]));
    expect(types(documented)).toEqual(types(printed));
  });

  it('have their labels', () => {
    for (const [name, { labels }] of Object.entries(printed))
      // Without a value, for example without a database, the labels are unknown.
      if (labels.length > 0) expect(documented[name]!.labels, name).toEqual(labels);
  });

  it('follow the conventions of Prometheus', () => {
    for (const [name, { type }] of Object.entries(printed))
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
  });
});
