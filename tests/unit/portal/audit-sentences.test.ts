import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { hasSentence } from '../../../server/data-types/audit-action-codes';
import {
  auditSentence,
  CODE_WORDS,
  isDenial,
  objectWord,
  PROMPT_CODE,
} from '../../../server/domain/audit-log/rules';
import { STATUS, type ErrorCode } from '../../../server/errors/domain-error';
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
      if (ts.isCallExpression(node) && /^(?:record|note)[A-Za-z]*Denials?$/.test(node.expression.getText()))
        take(node.arguments[1]);
    }
  return found;
}

describe('audit sentences', () => {
  const procedures = Object.keys(appRouter._def.procedures).map(actionOf);
  const actions = [...new Set([...procedures, ...actionsOfCode()])].sort();

  it('exist for every action of the code', () => {
    expect(actions.length).toBeGreaterThan(60);
    for (const one of ['get_patient', 'sign_in', 'count_request', 'authorize', 'unknown_path', 'redeem_code'])
      expect(actions).toContain(one);
    expect(actions.filter((action) => !hasSentence(action))).toEqual([]);
  });

  it('continue the name of the actor, for done and attempted actions', () => {
    for (const action of actions) {
      const done = auditSentence({ action, outcome: 'allowed', code: null });
      expect(done, action).toMatch(/^[a-z][^.]*[^.]$/);
      const tried = auditSentence({ action, outcome: 'refused', code: 'forbidden' });
      expect(tried, action).toBe(`${tried.split(': denied')[0]}: denied, missing permission`);
      expect(tried, action).toMatch(/^tried to [a-z]/);
    }
  });

  it('distinguish the decisions about the access of an application', () => {
    const sentence = (action: string, id: string) =>
      auditSentence({ action, outcome: 'allowed', code: null, object: { id } });
    expect(sentence('decide_consent', 'grt_1')).toBe('granted access to an application');
    expect(sentence('decide_consent', 'app_1')).toBe('denied access to an application');
    expect(sentence('authorize_again', 'app_1')).toBe('was asked for access by an application');
  });

  it('distinguish pausing from resuming, and restricting from lifting, if the entry has the state', () => {
    const sentence = (action: string, switched_on: boolean | null) =>
      auditSentence({ action, outcome: 'allowed', code: null, switched_on });
    expect(sentence('set_webhook_enabled', true)).toBe('resumed a webhook');
    expect(sentence('set_orders_paused', false)).toBe('paused the sending of orders');
    expect(sentence('set_webhook_enabled', null)).toBe('paused or resumed a webhook');
    expect(sentence('set_chart_restriction', true)).toBe('restricted the chart');
    expect(sentence('set_chart_restriction', false)).toBe('lifted the restriction of the chart');
  });

  it('do not call invalid input a denial', () => {
    expect(auditSentence({ action: 'update_patient', outcome: 'failed', code: 'validation_failed' })).toBe(
      'tried to change a patient record: failed, invalid input',
    );
    // It may be a guess.
    expect(auditSentence({ action: 'change_password', outcome: 'refused', code: 'validation_failed' })).toBe(
      'tried to change their password: denied, incorrect or unacceptable password',
    );
  });

  it('do not call an identity check a denial', () => {
    expect(auditSentence({ action: 'create_api_key', outcome: 'prompted', code: PROMPT_CODE })).toBe(
      'tried to create an API key: identity check requested',
    );
  });

  it('have words for every error code, and call missing permission a denial', () => {
    const codes = Object.keys(STATUS) as ErrorCode[];
    for (const code of codes) {
      const sentence = auditSentence({ action: 'get_patient', outcome: 'failed', code });
      expect(sentence, code).toMatch(/^tried to open the chart: failed, [A-Za-z][A-Za-z -]+$/);
      const lacksPermission = STATUS[code] === 401 || STATUS[code] === 403;
      expect(isDenial('get_patient', code), code).toBe(lacksPermission && code !== PROMPT_CODE);
    }
    for (const words of Object.values(CODE_WORDS)) expect(words).not.toMatch(/_|^denied|^failed/);
    expect(isDenial('authorize', 'invalid_scope')).toBe(false);
    expect(isDenial('change_password', 'validation_failed')).toBe(true);
  });

  it('name an entry of the audit log as an object', () => expect(objectWord('aud_1')).toBe('Audit entry'));

  it('show unknown actions and codes', () => {
    expect(auditSentence({ action: 'new_act', outcome: 'allowed', code: null })).toBe('performed new_act');
    expect(auditSentence({ action: 'get_patient', outcome: 'failed', code: 'new_code' })).toBe(
      'tried to open the chart: failed, new_code',
    );
  });
});
