import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './source-files';

/** Directions of imports and cycles, by `.dependency-cruiser.cjs`; and that its rules catch what they name. */

const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Verdict {
  violations: string[];
  modules: number;
}

function cruise(cwd: string): Verdict {
  const folders = ['app', 'components', 'server'];
  const args = [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser said: ${stderr}${stdout}`);
  const { summary } = JSON.parse(stdout) as {
    summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] };
  };
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).sort(),
  };
}

describe('imports', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-imports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('go in the allowed directions only, without cycles', { timeout: 60_000 }, () => {
    const { violations, modules } = cruise(root);
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(200);
  });

  it('are refused in every forbidden direction', { timeout: 60_000 }, () => {
    const files: Record<string, string> = {
      'server/domain/a/verb.ts': "import '../b/verb';\nimport '../../api/root';\nexport const a = 1;",
      'server/domain/b/verb.ts': 'export const b = 1;',
      'server/domain/b/contract.ts': 'export const c = 1;',
      'server/db/client.ts': "import '../domain/b/verb';\nexport const d = 1;",
      'server/api/root.ts': "import '../db/client';\nexport const e = 1;",
      'server/events/one.ts': "import './two';\nexport const f = 1;",
      'server/events/two.ts': "import './one';\nexport const g = 1;",
      'server/audit/one.ts': "import type { J } from './two';\nexport type I = J[];",
      'server/audit/two.ts': "import type { I } from './one';\nexport type J = I | null;",
      'server/db/locks.ts': "import type { P } from '../limits/policies';\nexport type L = P;",
      'server/demo/seed.ts': 'export const s = 1;',
      'server/domain/shared/audit.ts': "import type { P } from '../../limits/policies';\nexport type A = P;",
      'server/embedded/cluster.ts': "import '../start/listen';\nexport const k = 1;",
      'server/jobs/loop.ts': "import type { P } from '../limits/policies';\nexport type Q = P;",
      'server/limits/limits.ts': "import '../domain/b/contract';\nexport const m = 1;",
      'server/limits/policies.ts': 'export type P = string;',
      'server/mail/send.ts': "import '../demo/seed';\nexport const n = 1;",
      'server/start/listen.ts': "import '../demo/seed';\nexport const o = 1;",
      'server/http/index.ts': 'export const h = 1;',
      'server/http/door.ts': "import './index';\nimport '../../app/page';",
      'components/ui/button.ts': "import '../chart/chart';",
      'components/chart/chart.ts':
        "import '../../server/domain/b/verb';\nimport '../../server/domain/b/contract';",
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
    const { violations } = cruise(folder);
    expect(violations.filter((entry) => !entry.startsWith('no-cycles'))).toEqual([
      'api-knows-no-pages: server/http/door.ts → app/page.ts',
      'api-knows-no-sql: server/api/root.ts → server/db/client.ts',
      'components-see-contracts-only: components/chart/chart.ts → server/domain/b/verb.ts',
      'database-is-below: server/db/locks.ts → server/limits/policies.ts',
      'database-knows-no-rules: server/db/client.ts → server/domain/b/verb.ts',
      'demo-and-embedded-for-entry-points-only: server/mail/send.ts → server/demo/seed.ts',
      'domain-knows-no-door: server/domain/a/verb.ts → server/api/root.ts',
      'domain-shared-knows-no-limits: server/domain/shared/audit.ts → server/limits/policies.ts',
      'embedded-knows-no-start: server/embedded/cluster.ts → server/start/listen.ts',
      'jobs-and-storage-are-below: server/jobs/loop.ts → server/limits/policies.ts',
      'limits-know-no-resource: server/limits/limits.ts → server/domain/b/contract.ts',
      'only-two-barrels: server/http/door.ts → server/http/index.ts',
      'pages-go-through-the-api: app/page.ts → server/db/client.ts',
      'resources-stay-apart: server/domain/a/verb.ts → server/domain/b/verb.ts',
      'ui-knows-no-resource: components/ui/button.ts → components/chart/chart.ts',
    ]);
    expect(violations).toContain('no-cycles: server/events/one.ts → server/events/two.ts');
    expect(violations).toContain('no-cycles: server/audit/one.ts → server/audit/two.ts');
  });
});
