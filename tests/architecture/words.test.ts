import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesOf, sourceFiles, type SourceFile } from './source-files';

/** A closed list of values has one table of words, which the domain's `rules.ts` owns: two tables would contradict. */

interface Table {
  place: string;
  values: readonly string[];
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node && (ts.isStringLiteralLike(node) || ts.isIdentifier(node) || ts.isNumericLiteral(node))
    ? node.text
    : undefined;

const property = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined =>
  object.properties.filter(ts.isPropertyAssignment).find((each) => textOf(each.name) === name)?.initializer;

/** A sentence may explain a value next to its word. */
const isWord = (node: ts.Node | undefined): boolean =>
  node !== undefined && ts.isStringLiteralLike(node) && /^[A-Z][A-Za-z].*[^.]$/.test(node.text);

/** The values to which an object or a list of options gives labels; undefined if it is not such a table. */
function valuesOf(node: ts.Node): string[] | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    const given = node.properties.filter(ts.isPropertyAssignment);
    const isTable =
      given.length === node.properties.length && given.every((each) => isWord(each.initializer));
    return isTable ? given.map((each) => textOf(each.name) ?? '') : undefined;
  }
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  const options = node.elements.filter(ts.isObjectLiteralExpression);
  const isTable =
    options.length === node.elements.length && options.every((each) => isWord(property(each, 'label')));
  const values = options.map((each) => textOf(property(each, 'value')));
  return isTable && values.every((value) => value !== undefined) ? values : undefined;
}

const tablesOf = (file: SourceFile): Table[] =>
  [...nodesOf(file)].flatMap((node) => {
    const values = valuesOf(node);
    if (!values || values.length < 2) return [];
    const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
    return [{ place: `${file.name}:${line + 1}`, values }];
  });

const OWNERS = sourceFiles('server/domain')
  .filter(({ name }) => name.endsWith('/rules.ts'))
  .flatMap(tablesOf);

/** Tables outside the rules whose values all belong to one of them. */
function repeated(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ name }) => !name.endsWith('/rules.ts'))
    .flatMap(tablesOf)
    .flatMap(({ place, values }) => {
      const owner = OWNERS.find((table) => values.every((value) => table.values.includes(value)));
      return owner ? [`${place} repeats ${owner.place}`] : [];
    });
}

describe('words of closed lists', () => {
  it('are defined in the rules of the domain', () => {
    const owned = new Set(OWNERS.flatMap(({ values }) => values));
    for (const value of ['female', 'stat', 'entered_in_error', 'review_again', 'critical', 'HH', 'clinician'])
      expect(owned).toContain(value);
  });

  it('are in no other table', () => {
    expect(repeated(sourceFiles('app', 'components', 'server'))).toEqual([]);
  });

  it('are in no other list of the rules with the same values', () => {
    const names = OWNERS.map(({ values }) => [...values].sort().join(' '));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each([
    "const SEXES = { F: 'x', ...{} }; const WORDS = { female: 'Woman', male: 'Man' };",
    "const OPTIONS = [{ value: 'female', label: 'Woman' }, { value: 'male', label: 'Man' }];",
  ])('are detected in %s', (text) => {
    expect(repeated([{ name: 'components/made-up.ts', text }])).toHaveLength(1);
  });
});
