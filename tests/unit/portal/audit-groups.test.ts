import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../server/domain/audit-log/contract';
import { auditSentence } from '../../../server/domain/audit-log/rules';
import {
  groupByRequest,
  requestSentences,
  withoutRepeats,
  type AuditGroup,
} from '../../../server/domain/audit-log/visit-rules';

const entry = (id: string, request_id: string, who = 'usr_a', ip = '192.0.2.1'): AuditEntry => ({
  id,
  at: '2026-11-05T14:07:00.000Z',
  who: { id: who, name: null },
  app: null,
  transport: 'portal',
  action: 'get_patient',
  kind: 'read',
  outcome: 'allowed',
  code: null,
  object: null,
  patients: [],
  patient_count: 0,
  fields: [],
  rejected_fields: [],
  facts: [],
  changes: [],
  reason: null,
  record_returned: false,
  switched_on: null,
  ip,
  request_id,
});
const idsOf = (entries: AuditEntry[]) => groupByRequest(entries).map((group) => group.map(({ id }) => id));

describe('audit entries', () => {
  it('are grouped by request, where its newest entry is', () => {
    expect(idsOf([entry('4', 'r2'), entry('3', 'r1'), entry('2', 'r2'), entry('1', 'r1')])).toEqual([
      ['4', '2'],
      ['3', '1'],
    ]);
    expect(idsOf([])).toEqual([]);
  });

  it('of several actors or addresses stay apart, whatever the request id', () => {
    expect(
      idsOf([entry('3', 'r'), entry('2', 'r', 'system'), entry('1', 'r', 'usr_a', '192.0.2.2')]),
    ).toEqual([['3'], ['2'], ['1']]);
  });

  it('of one request start with what was denied and with a sign-in', () => {
    const group = ['sign_out', 'get_me', 'confirm_totp', 'sign_in'].map((action): AuditEntry => ({
      ...entry(action, 'r'),
      action,
      kind: action === 'confirm_totp' ? 'write' : 'auth',
    }));
    const denied: AuditEntry = { ...entry('0', 'r'), outcome: 'refused', code: 'forbidden' };
    const sentences = (...entries: AuditEntry[]) => requestSentences(groupByRequest(entries)[0]!);
    expect(sentences(...group).map((words) => words.split(' ').slice(0, 2).join(' '))).toEqual([
      'signed in',
      'set up',
      'checked its',
      'signed out',
    ]);
    expect(sentences(...group, denied)[0]).toMatch(/^tried to open the chart: denied/);
  });

  it('have no repeated attempts of one request', () => {
    const attempt = (id: string, action: string): AuditEntry => ({
      ...entry(id, 'r'),
      action,
      outcome: 'failed',
      code: 'not_found',
    });
    const expired = [attempt('3', 'get_consent_organization'), attempt('2', 'get_consent_request')] as const;
    const kept = (...group: AuditGroup) => withoutRepeats(group, auditSentence).map(({ id }) => id);
    expect(kept(...expired)).toEqual(['3']);
    expect(kept(...expired, attempt('1', 'get_patient'))).toEqual(['3', '1']);
    expect(kept(entry('2', 'r'), entry('1', 'r')), 'done twice').toEqual(['2', '1']);
    const of = (id: string): AuditEntry => ({
      ...attempt(id, 'get_document'),
      object: { id, name: null, parent_id: null, deleted: false },
    });
    expect(kept(of('2'), of('1')), 'about two objects').toEqual(['2', '1']);
  });
});
