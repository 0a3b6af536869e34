import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesOf, sourceFiles, type SourceFile } from './source-files';

/**
 * User-entered text may run from right to left. Next to other text it must be in `<bdi>`, or in `isolate()` inside a
 * single string; otherwise it reorders its surroundings, and "11, 29 bytes" reads as something else.
 */

const GIVEN =
  /^(?:formatName|formatShortName|sentName)\(|(?:^|\.)(?:name|title|file_name|by|by_name|reason|note|author|organization|orgName|organizationName|patientName|printedBy|personName)$/;

/** Words of catalogs and standards, which laboratories show in one language. */
const CATALOG = /^(?:segment|trend\.series.*)\.\w+$/;
const OF_TESTS = 'components/results/';

const isSpace = (text: string): boolean => /^\s*$|^\{\s*(['"`])\s*\1\s*\}$/.test(text);

/** Text or a value, that is laid out in the same line. */
const isInline = (node: ts.JsxChild): boolean =>
  ts.isJsxText(node) ? !isSpace(node.text) : ts.isJsxExpression(node) && !isSpace(node.getText());

function besideText(node: ts.JsxExpression): boolean {
  const { parent } = node;
  if (!(ts.isJsxElement(parent) || ts.isJsxFragment(parent))) return false;
  return parent.children.some((child) => child !== node && isInline(child));
}

function bare(file: SourceFile): string[] {
  const found: string[] = [];
  for (const node of nodesOf(file)) {
    if (ts.isJsxExpression(node) && node.expression) {
      const text = node.expression.getText();
      if (GIVEN.test(text) && !CATALOG.test(text) && besideText(node)) found.push(text);
    }
    // Our own components: `title` of a plain element is displayed by the browser only.
    if (ts.isJsxAttribute(node) && node.name.getText() === 'title' && node.initializer) {
      const tag = node.parent.parent.tagName.getText();
      if (!/^[A-Z]/.test(tag)) continue;
      for (const span of within(node.initializer))
        if (ts.isTemplateSpan(span)) {
          const text = span.expression.getText();
          if (GIVEN.test(text) && !CATALOG.test(text)) found.push(text);
        }
    }
  }
  return found;
}

function* within(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* within(child);
}

const parse = (text: string): SourceFile => ({ name: 'example.tsx', text });

describe('user-entered names', () => {
  it('are isolated from the surrounding text', () => {
    const files = sourceFiles('app', 'components').filter(
      ({ name }) => name.endsWith('.tsx') && !name.includes('/docs/') && !name.startsWith(OF_TESTS),
    );
    expect(files.length).toBeGreaterThan(150);
    const wrong = files.flatMap((file) => bare(file).map((text) => `${file.name}: ${text}`));
    expect(wrong).toEqual([]);
  });

  it.each([
    '<p>{document.file_name}, {size}</p>',
    '<p>Signed in as {name}.</p>',
    '<>{formatName(patient.name)} born</>',
    '<Dialog title={`Delete ${app.name}?`} />',
    '<Dialog title={gone ? `Delete ${name}?` : ""} />',
  ])('without isolation are detected in %s', (text) => {
    expect(bare(parse(text))).toHaveLength(1);
  });

  it.each([
    '<p><bdi>{document.file_name}</bdi>, {size}</p>',
    '<p>{name}</p>',
    '<p>{name}{" "}<b>other</b></p>',
    '<Dialog title={`Delete ${isolate(app.name)}?`} />',
    '<iframe title={`Preview of ${document.title}`} />',
  ])('are accepted in %s', (text) => {
    expect(bare(parse(text))).toEqual([]);
  });
});
