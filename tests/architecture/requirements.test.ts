import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sourceFiles } from './source-files';

/** `docs/requirements.md` defines every code that comments and tests refer to, such as `(C-04)`. */

const page = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');
const defined = [...page.matchAll(/^\| ([A-Z]-\d{2}) /gm)].map(([, code]) => code!);
/** As in `(C-04)` or `H-02, H-03:`, not as part of a text such as 'A-17/3'. */
const reference = /(?<!['\w-])[A-HLP]-\d{2}(?!['/\w-])/g;

describe('requirements', () => {
  it('are defined once each', () => {
    expect(defined.length).toBeGreaterThan(60);
    expect(defined).toEqual([...new Set(defined)]);
  });

  it('name existing tests and audits', () => {
    const files = [...page.matchAll(/`(tests\/[^`]+)`/g)].map(([, file]) => file!);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('include every code that the code refers to', () => {
    const files = sourceFiles('app', 'components', 'server', 'scripts', 'tests');
    const unknown = files.flatMap(({ name, text }) =>
      (text.match(reference) ?? [])
        .filter((code) => !defined.includes(code))
        .map((code) => `${name}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });
});
