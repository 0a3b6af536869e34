import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesOf, sourceFiles, type SourceFile } from './source-files';

/** Rules about single files, checked on the syntax tree, so that words inside strings and comments do not count. */

const product = sourceFiles('app', 'components', 'server');
const parse = (text: string): SourceFile => ({ name: 'x.tsx', text });

function readsEnvironment(file: SourceFile): boolean {
  if (!/\bprocess\b/.test(file.text)) return false;
  for (const node of nodesOf(file)) {
    if (ts.isPropertyAccessExpression(node) && isProcess(node.expression) && node.name.text === 'env')
      return true;
    if (ts.isElementAccessExpression(node) && isProcess(node.expression)) return true;
    // const { env } = process, or process under another name
    if (ts.isVariableDeclaration(node) && node.initializer && isProcess(node.initializer)) {
      const named = ts.isObjectBindingPattern(node.name) ? node.name.elements : null;
      if (
        !named ||
        named.some((entry) => (entry.propertyName ?? entry.name).getText() === 'env' || entry.dotDotDotToken)
      )
        return true;
    }
    if (ts.isImportDeclaration(node) && /^['"](node:)?process['"]$/.test(node.moduleSpecifier.getText()))
      return true;
  }
  return false;
}

const isProcess = (node: ts.Node): boolean =>
  /^(globalThis\.|global\.)?process$/.test(node.getText().replaceAll(/[()\s]/g, ''));

function hasServerAction(file: SourceFile): boolean {
  if (!/use server/.test(file.text)) return false;
  for (const node of nodesOf(file))
    if (
      ts.isExpressionStatement(node) &&
      ts.isStringLiteral(node.expression) &&
      node.expression.text === 'use server'
    )
      return true;
  return false;
}

/** `changed?.(await send())` sends nothing if `changed` is undefined. */
function mayNotAwait(file: SourceFile): boolean {
  if (!/\?\.\s*\(\s*await\b/.test(file.text)) return false;
  for (const node of nodesOf(file))
    if (ts.isCallExpression(node) && node.questionDotToken && node.arguments.some(ts.isAwaitExpression))
      return true;
  return false;
}

describe('source files', () => {
  it('are found', () => {
    expect(product.length).toBeGreaterThan(200);
  });

  it('let administrators only see the pages of the administration, and auditors those of the audit', () => {
    const pages = sourceFiles('app').filter(({ name }) => /\(portal\)\/admin\/.*page\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThan(20);
    const guardedBy = (guard: string) =>
      pages.filter(({ text }) => text.includes(`export default ${guard}(`));
    const audit = guardedBy('auditPage').map(({ name }) => name.split('/admin/')[1]);
    expect(audit.sort()).toEqual([
      'audit/chart-access/page.tsx',
      'audit/page.tsx',
      'privacy/page.tsx',
      'security-events/page.tsx',
    ]);
    expect(guardedBy('adminPage').length + audit.length).toBe(pages.length);
  });

  it('read the environment in server/env.ts only', () => {
    expect(product.filter(readsEnvironment).map(({ name }) => name)).toEqual(['server/env.ts']);
  });

  it.each([
    'process.env.A',
    "process['env']",
    'const { env } = process;',
    'const { argv, ...rest } = process;',
    'const all = process;',
    'globalThis.process.env',
    "import { env } from 'node:process';",
  ])('that read the environment in %s are detected', (text) => {
    expect(readsEnvironment(parse(text))).toBe(true);
  });

  it('may use other properties of process', () => {
    expect(readsEnvironment(parse('const { stderr } = process; process.exit(1);'))).toBe(false);
  });

  it('contain no Server Action, because pages answer GET only', () => {
    expect(product.filter(hasServerAction).map(({ name }) => name)).toEqual([]);
  });

  it.each(["'use server';", "async function save() { 'use server'; }"])(
    'with a Server Action in %s are detected',
    (text) => {
      expect(hasServerAction(parse(text))).toBe(true);
    },
  );

  it('await nothing in the arguments of an optional call, which may not be evaluated', () => {
    expect(product.filter(mayNotAwait).map(({ name }) => name)).toEqual([]);
    expect(mayNotAwait(parse('async () => changed?.(await send())'))).toBe(true);
    expect(mayNotAwait(parse('async () => changed(await send())'))).toBe(false);
  });
});
