import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nightly } from '../support/test-size';
import { root } from './source-files';

/** Import directions and cycles, by `.dependency-cruiser.cjs`: each rule finds a violation. The step `imports` of `npm test` checks the code. */

const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

function cruise(cwd: string): string[] {
  const folders = ['app', 'components', 'server'];
  const args = [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser said: ${stderr}${stdout}`);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).sort();
}

describe('imports', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-imports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have a rule for every folder of the server', () => {
    const folders = readdirSync(path.join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${name}-imports-lower-layers-only`);
    const config = readFileSync(path.join(root, '.dependency-cruiser.cjs'), 'utf8');
    const layers = /const LAYERS = (\[[^;]*\]);/.exec(config)![1]!;
    const ruled = [...layers.matchAll(/'([a-z0-9-]+)'/g)].map(
      ([, name]) => `${name}-imports-lower-layers-only`,
    );
    expect(ruled.sort()).toEqual(folders.sort());
  });

  it('are rejected in every forbidden direction', { ...nightly, timeout: 60_000 }, () => {
    const files: Record<string, string> = {
      'server/domain/a/operation.ts':
        "import '../b/operation';\nimport '../../api/root';\nexport const a = 1;",
      'server/domain/b/operation.ts': 'export const b = 1;',
      'server/domain/b/contract.ts': 'export const c = 1;',
      'server/domain/inbound-reports/operation.ts': "import '../b/operation';",
      'server/db/client.ts': 'export const d = 1;',
      'server/db/locks.ts': "import type { P } from '../rate-limits/policies';\nexport type L = P;",
      'server/api/root.ts': "import '../db/client';\nexport const e = 1;",
      'server/events/one.ts': "import './two';\nexport const f = 1;",
      'server/events/two.ts': "import './one';\nexport const g = 1;",
      'server/audit/one.ts': "import type { J } from './two';\nexport type I = J[];",
      'server/audit/two.ts': "import type { I } from './one';\nexport type J = I | null;",
      'server/demo/seed.ts': "import '../start/listen';\nexport const s = 1;",
      'server/rate-limits/policies.ts': "export type P = string;\nimport '../events/one';",
      'server/logger.ts': "import './errors/domain-error';",
      'server/errors/domain-error.ts': 'export const o = 1;',
      'server/start/listen.ts': "import '../db/client';\nexport const k = 1;",
      'server/http/index.ts': 'export const h = 1;',
      'server/http/handler.ts': "import './index';\nimport '../../app/page';\nimport '../start/listen';",
      'components/ui/button.ts': "import '../chart/chart';",
      'components/chart/chart.ts':
        "import '../../server/domain/b/operation';\nimport '../../server/domain/b/contract';",
      'app/page.ts': "import '../server/db/client';\nexport const i = 1;",
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    writeFileSync(path.join(folder, 'tsconfig.json'), '{}');
    writeFileSync(path.join(folder, 'package.json'), '{}');
    copyFileSync(path.join(root, '.dependency-cruiser.cjs'), path.join(folder, '.dependency-cruiser.cjs'));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    const violations = cruise(folder);
    expect(violations.filter((entry) => !entry.startsWith('no-cycles'))).toEqual([
      'api-does-not-import-db: server/api/root.ts → server/db/client.ts',
      'components-import-contracts-and-rules-only: components/chart/chart.ts → server/domain/b/operation.ts',
      'db-imports-lower-layers-only: server/db/locks.ts → server/rate-limits/policies.ts',
      'domain-imports-lower-layers-only: server/domain/a/operation.ts → server/api/root.ts',
      'http-imports-lower-layers-only: server/http/handler.ts → server/start/listen.ts',
      'pages-do-not-import-lower-layers: app/page.ts → server/db/client.ts',
      'rate-limits-imports-lower-layers-only: server/rate-limits/policies.ts → server/events/one.ts',
      'resources-do-not-import-operations-of-others: server/domain/a/operation.ts → server/domain/b/operation.ts',
      'root-files-import-no-folder: server/logger.ts → server/errors/domain-error.ts',
      'server-does-not-import-pages: server/http/handler.ts → app/page.ts',
      'two-index-files-only: server/http/handler.ts → server/http/index.ts',
      'ui-does-not-import-resources: components/ui/button.ts → components/chart/chart.ts',
    ]);
    expect(violations).toContain('no-cycles: server/events/one.ts → server/events/two.ts');
    expect(violations).toContain('no-cycles: server/audit/one.ts → server/audit/two.ts');
  });
});
