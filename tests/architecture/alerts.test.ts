import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './source-files';

/**
 * Alert rules, their tests, runbooks, dashboard and the list of metrics belong together. Whether an alert fires when it
 * should is checked by `npm run audit:alerts`, which needs promtool.
 */

const FOLDER = path.join(root, 'docs/operations');
const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

const rules = read('monitoring/alerts.yaml');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);
const runbooks = readdirSync(path.join(FOLDER, 'runbooks')).map((file) => path.parse(file).name);
const metrics = new Map(
  [...read('metrics.md').matchAll(/^\| `(clinical_\w+)(?:\{([a-z_,]+)\})?`/gm)].map(
    ([, name, labels = '']) => [name!, labels.split(',')],
  ),
);

/** Names of metrics in a text, with the labels in braces after them. Not the roles of the database. */
function metricsIn(text: string): { name: string; labels: string[] }[] {
  return [...text.matchAll(/\b(clinical_(?!owner\b|app\b)[a-z_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name, selectors = '']) => ({
      name: metrics.has(name!) ? name! : name!.replace(/_(?:bucket|count|sum)$/, ''),
      labels: [...selectors.matchAll(/([a-z_]+)(?:=|!=|=~|!~)\\?"/g)].map(([, label]) => label!),
    }),
  );
}

describe('alerts', () => {
  it('have one runbook each, and each runbook has an alert', () => {
    expect(alerts.length).toBeGreaterThan(25);
    expect(runbooks.sort()).toEqual([...alerts].sort());
  });

  it('refer to their runbook, and have a severity and a summary', () => {
    const parts = rules.split(/^ +- alert: /m).slice(1);
    for (const [at, part] of parts.entries()) {
      expect(part).toMatch(new RegExp(`^ +runbook_url: https://\\S+/runbooks/${alerts[at]}\\.md$`, 'm'));
      expect(part).toMatch(/severity: (critical|warning)/);
      expect(part).toMatch(/^ +summary: '[A-Z{].+\.'$/m);
    }
  });

  it('have a test each', () => {
    const tested = [...read('monitoring/alerts.test.yaml').matchAll(/^ +- name: (\w+)$/gm)].map(
      ([, name]) => name,
    );
    expect(tested.sort()).toEqual([...alerts].sort());
  });
});

describe.each(['monitoring/alerts.yaml', 'monitoring/alerts.test.yaml', 'monitoring/grafana-dashboard.json'])(
  '%s',
  (file) => {
    it('uses documented metrics with their labels', () => {
      const used = metricsIn(read(file));
      expect(used.length).toBeGreaterThan(25);
      for (const { name, labels } of used) {
        expect(metrics.has(name), name).toBe(true);
        for (const label of labels)
          expect([...metrics.get(name)!, 'instance', 'job', 'le'], `${name}{${label}}`).toContain(label);
      }
    });
  },
);

describe('dashboard', () => {
  it('shows every documented metric', () => {
    const shown = new Set(metricsIn(read('monitoring/grafana-dashboard.json')).map(({ name }) => name));
    expect([...metrics.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe.each(runbooks)('runbook %s', (name) => {
  const text = read(`runbooks/${name}.md`);

  it('says what it means, how to check, what to do and when it is over, in under 40 lines', () => {
    expect(text.startsWith(`# ${name}\n`)).toBe(true);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Check',
      'Fix',
      'Over when',
    ]);
    expect(text.split('\n').length).toBeLessThan(40);
  });

  it('links to files and names metrics that exist', () => {
    for (const [, target] of text.matchAll(/\]\(([^)#]+\.md)/g))
      expect(existsSync(path.join(FOLDER, 'runbooks', target!)), target).toBe(true);
    for (const { name: metric } of metricsIn(text))
      expect(
        [...metrics.keys()].some((known) => known.startsWith(metric)),
        metric,
      ).toBe(true);
  });
});
