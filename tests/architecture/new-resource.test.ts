import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { namesOf, planResource } from '../../scripts/lib/new-resource.mjs';
import { nodesOf, root } from './source-files';

/** The templates of `npm run new:resource` agree with the code. `npm run audit:scaffold` runs the generated files. */

const plan = planResource(namesOf('care-plans'));
const planned = new Map<string, string>([...plan.created, ...plan.changed] as [string, string][]);

const read = (file: string): string | undefined =>
  planned.get(file) ??
  (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : undefined);

/** The file that an import specifier names; undefined for packages. */
function fileOf(specifier: string, from: string): string | undefined {
  if (!/^[.@]\.?\//.test(specifier)) return undefined;
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : path.posix.join(path.posix.dirname(from), specifier);
  return ['.ts', '.tsx'].map((end) => base + end).find((file) => read(file) !== undefined) ?? base;
}

function exportsOf(file: string): string {
  const text = read(file);
  if (text === undefined) throw new Error(`${file} does not exist`);
  const others = [...text.matchAll(/export \* from '(\.[^']+)'/g)].map((match) => fileOf(match[1]!, file)!);
  return [text, ...others.map(exportsOf)].join('\n');
}

/** Imported names that the imported file does not export. */
function wrongImports(file: string, text: string): string[] {
  return [...nodesOf({ name: file, text })].filter(ts.isImportDeclaration).flatMap((node) => {
    const target = fileOf((node.moduleSpecifier as ts.StringLiteral).text, file);
    const named = node.importClause?.namedBindings;
    if (!target || !named || !ts.isNamedImports(named)) return [];
    const available = exportsOf(target);
    return named.elements
      .map(({ name, propertyName }) => (propertyName ?? name).text)
      .filter((name) => !new RegExp(`export [^;]*\\b${name}\\b`).test(available))
      .map((name) => `${file}: ${name} of ${target}`);
  });
}

describe('a new resource', () => {
  it('takes at most 20 files, and replaces none', () => {
    expect(planned.size).toBeLessThanOrEqual(20);
    expect(plan.created.filter(([file]) => existsSync(path.join(root, file!)))).toEqual([]);
  });

  it('has its own name everywhere', () => {
    for (const [file, text] of planned) expect(`${file}\n${text}`).not.toMatch(/some.?thing|'smt'/i);
    expect(planned.get('server/domain/care-plans/get-care-plan.ts')).toContain("action: 'get_care_plan'");
    expect(namesOf('diagnoses', { singular: 'diagnosis', prefix: 'dgn' })).toEqual({
      plural: 'diagnoses',
      singular: 'diagnosis',
      prefix: 'dgn',
    });
  });

  it('imports what exists', () => {
    expect(plan.created.flatMap(([file, text]) => wrongImports(file!, text!))).toEqual([]);
  });

  it.each([
    "import { perform } from '../../shared/performed';",
    "import { performed } from '../../shared/perform';",
  ])('would be rejected with %s', (text) => {
    const check = () => wrongImports('server/domain/care-plans/sample.ts', text);
    let found: string[] | Error;
    try {
      found = check();
    } catch (error) {
      found = error as Error;
    }
    expect(found).not.toEqual([]);
  });
});
