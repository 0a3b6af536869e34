import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { actWords, hasWords } from '../../../components/admin/audit/act-words';
import { appRouter } from '../../../server/api/root';
import { actionOf } from '../../../server/api/trpc';
import { nodesOf, sourceFiles } from '../../architecture/source-files';

/** Every action the service can record has a sentence for users. */

const WORD = /^[a-z]+(?:_[a-z]+)*$/;

/** Actions where they are defined: `action: '…'`, `ACTION = '…'`, and arguments of functions that record denials. */
function actionsOfCode(): Set<string> {
  const found = new Set<string>();
  const take = (node: ts.Node | undefined) => {
    if (!node) return;
    if (ts.isConditionalExpression(node)) return void [node.whenTrue, node.whenFalse].forEach(take);
    if (ts.isBinaryExpression(node)) return void [node.left, node.right].forEach(take);
    if (ts.isStringLiteralLike(node) && WORD.test(node.text)) found.add(node.text);
  };
  for (const file of sourceFiles('server'))
    for (const node of nodesOf(file)) {
      if (ts.isPropertyAssignment(node) && node.name.getText() === 'action') take(node.initializer);
      if (ts.isVariableDeclaration(node) && node.name.getText() === 'ACTION') take(node.initializer);
      if (
        ts.isCallExpression(node) &&
        /^(?:record(?:Refusal|ingRefusals)|noteRefusal)$/.test(node.expression.getText())
      )
        take(node.arguments[1]);
    }
  return found;
}

describe('words for acts', () => {
  const procedures = Object.keys(appRouter._def.procedures).map(actionOf);
  const actions = [...new Set([...procedures, ...actionsOfCode()])].sort();

  it('are there for every act of the code', () => {
    expect(actions.length).toBeGreaterThan(60);
    for (const one of ['get_patient', 'sign_in', 'count_request', 'authorize', 'unknown_path', 'redeem_code'])
      expect(actions).toContain(one);
    expect(actions.filter((action) => !hasWords(action))).toEqual([]);
  });

  it('are sentences that begin with who did it, done and tried told apart', () => {
    for (const action of actions) {
      const done = actWords({ action, outcome: 'allowed', code: null });
      expect(done, action).toMatch(/^[a-z][^.]*[^.]$/);
      const tried = actWords({ action, outcome: 'refused', code: 'forbidden' });
      expect(tried, action).toBe(`${tried.split(': refused')[0]}: refused, the role does not allow it`);
      expect(tried, action).toMatch(/^tried to [a-z]/);
    }
  });

  it('hide nothing that they do not know', () => {
    expect(actWords({ action: 'new_act', outcome: 'allowed', code: null })).toBe('did: new_act');
    expect(actWords({ action: 'get_patient', outcome: 'failed', code: 'new_code' })).toBe(
      'tried to open the record: failed, new_code',
    );
  });
});
