import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { AccessSheet } from '../../../components/admin/audit/access-sheet';
import { AuditList } from '../../../components/admin/audit/audit-list';
import type { AuditEntry } from '../../../server/domain/audit-log/contract';
import {
  foldedVisit,
  groupByVisit,
  visitSentences,
  visitsOf,
  visitText,
  wholeVisits,
} from '../../../server/domain/audit-log/visit-rules';
import { render } from '../../support/render';

/** The rows of the access log of a patient. */

const KINDS: Record<string, AuditEntry['kind']> = {
  get_patient: 'read',
  get_lab_result: 'read',
  get_draft: 'read',
  update_patient: 'write',
};

let nth = 0;
/** Entries in the order of the log, newest first. */
function entry(action: string, request_id: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: `aud_${++nth}`,
    at: '2026-11-05T14:07:00.000Z',
    who: { id: 'usr_a', name: 'Ann' },
    app: null,
    transport: 'portal',
    action,
    kind: KINDS[action] ?? 'list',
    outcome: 'allowed',
    code: null,
    object: null,
    patients: [],
    patient_count: 1,
    fields: [],
    rejected_fields: [],
    facts: [],
    changes: [],
    reason: null,
    record_returned: false,
    switched_on: null,
    ip: null,
    request_id,
    ...changes,
  };
}
const rows = (...entries: AuditEntry[]) => groupByVisit(entries).map(visitSentences);

describe('access log rows', () => {
  it('start with the most significant action', () => {
    expect(
      rows(
        entry('list_patient_merges', 'r'),
        entry('get_lab_result', 'r'),
        entry('update_patient', 'r'),
        entry('get_patient', 'r'),
      ),
    ).toEqual([['changed a patient record', 'opened a lab report', 'opened the chart']]);
  });

  it('start with what was denied', () => {
    const denied = entry('get_lab_result', 'r', { outcome: 'refused', code: 'forbidden' });
    const [row] = rows(entry('update_patient', 'r'), denied);
    expect(row![0]).toBe('tried to open a lab report: denied, missing permission');
  });

  it('do not start with an identity check', () => {
    const asked = entry('get_patient_export', 'r', {
      kind: 'read',
      outcome: 'prompted',
      code: 'reauthentication_required',
    });
    const [row] = rows(asked, entry('update_patient', 'r'));
    expect(row).toEqual([
      'changed a patient record',
      'tried to prepare an export of a patient record: identity check requested',
    ]);
  });

  it('say that the chart was opened instead of what the page looked up on its own', () => {
    expect(rows(entry('list_patient_merges', 'r'), entry('get_patient', 'r'))).toEqual([
      ['opened the chart'],
    ]);
    expect(rows(entry('get_draft', 'r'))).toEqual([['opened the chart']]);
    const program = entry('get_patient', 'r', { transport: 'v1' });
    expect(rows(program)).toEqual([['opened the chart']]);
  });

  it('have an order with all its steps once', () => {
    const at = (time: string) => ({ at: `2026-11-05T14:${time}.000Z` });
    const report = (id: string) => ({ object: { id, name: null, parent_id: null, deleted: false } });
    const saved = (nth: number) =>
      entry('save_draft', `d${nth}`, { ...at(`06:1${nth}`), kind: 'write', object: null });
    const listed = (nth: number) => entry('list_lab_orders', `l${nth}`, at(`06:0${nth}`));
    const steps = [
      entry('create_lab_order', 'k', { ...at('07:00'), kind: 'write', ...report('ord_a') }),
      ...[7, 6, 5, 4, 3, 2, 1, 0].map(saved),
      ...[9, 8, 7, 6, 5, 4].map(listed),
      entry('get_patient', 'p', at('04:30')),
      entry('get_lab_result', 'c', { ...at('04:10'), ...report('res_b') }),
      entry('get_lab_result', 'b', { ...at('04:05'), ...report('res_a') }),
      entry('get_lab_result', 'a', { ...at('04:00'), ...report('res_a') }),
    ];
    const [visit, ...others] = groupByVisit(steps);
    expect(others).toEqual([]);
    expect(visitText(visitSentences(visit!))).toBe(
      'placed a lab order, opened 2 lab reports, opened the chart and saved a draft',
    );
    expect(foldedVisit(visit!).map((same) => [same[0].action, same.length])).toEqual([
      ['create_lab_order', 1],
      ['save_draft', 8],
      ['list_lab_orders', 6],
      ['get_patient', 1],
      ['get_lab_result', 1],
      ['get_lab_result', 2],
    ]);
  });

  it('name every change and every attempt, whatever else was done', () => {
    const attempt = { kind: 'write', outcome: 'refused', code: 'forbidden' } as const;
    const [row] = rows(
      entry('get_patient', 'r'),
      entry('list_documents', 'r', { outcome: 'refused', code: 'chart_restricted' }),
      entry('delete_patient', 'q', attempt),
      entry('update_patient', 'p'),
      entry('sign_lab_result', 'o', { kind: 'write' }),
      entry('comment_lab_result', 'n', { kind: 'write' }),
    );
    expect(visitText(row!)).toBe(
      'tried to list documents: denied, chart restricted; ' +
        'tried to delete a patient record: denied, missing permission; ' +
        'changed a patient record, signed a lab report, commented on a lab report and opened the chart',
    );
  });

  it('do not include what was done half an hour later, or by others', () => {
    const at = (time: string) => ({ at: `2026-11-05T${time}.000Z` });
    const bea = { who: { id: 'usr_b', name: 'Bea' } };
    expect(
      rows(
        entry('update_patient', 'e', at('15:00:01')),
        entry('get_lab_result', 'd', at('14:30:00')),
        entry('get_patient', 'c', { ...at('14:20:00'), ...bea }),
        entry('get_patient', 'b', at('14:00:00')),
        entry('list_patient_results', 'a', { ...at('13:55:00'), ip: '192.0.2.9' }),
      ),
    ).toEqual([
      ['changed a patient record'],
      ['opened a lab report', 'opened the chart'],
      ['opened the chart'],
      ['listed lab reports'],
    ]);
  });

  it('end after half a day, for a program that never pauses', () => {
    const start = Date.parse('2026-11-05T00:00:00Z');
    const polls = Array.from({ length: 100 }, (_, nth) =>
      entry('list_patients', `r${nth}`, {
        transport: 'v1',
        at: new Date(start - nth * 20 * 60_000).toISOString(),
      }),
    );
    expect(groupByVisit(polls).map((visit) => visit.length)).toEqual([37, 37, 26]);
  });

  it('are the same in the export, which reads the log in parts', async () => {
    const entries = [
      entry('list_patient_access', 'd', { at: '2026-11-05T15:00:00.000Z' }),
      entry('get_patient', 'd', { at: '2026-11-05T15:00:00.000Z' }),
      entry('get_draft', 'c', { at: '2026-11-05T14:10:05.000Z' }),
      entry('get_lab_result', 'b', { at: '2026-11-05T14:10:00.000Z' }),
      entry('update_patient', 'x', { at: '2026-11-05T14:10:00.000Z', who: { id: 'usr_b', name: 'Bea' } }),
      entry('get_patient', 'b', { at: '2026-11-05T14:10:00.000Z' }),
      entry('list_patient_access', 'a', { at: '2026-11-05T14:08:00.000Z' }),
      entry('register_patient', 'a', { at: '2026-11-05T13:00:00.000Z', kind: 'write' }),
    ];
    const streamed: string[][] = [];
    let read = 0;
    const inParts = async function* () {
      for (const one of entries) {
        read += 1;
        yield one;
      }
    };
    for await (const visit of visitsOf(inParts())) {
      if (streamed.length === 0) expect(read, 'read before the first visit').toBeLessThan(entries.length);
      streamed.push(visitSentences(visit));
    }
    expect(streamed).toEqual(rows(...entries));
    expect(streamed).toEqual([
      ['viewed the access log', 'opened the chart'],
      ['viewed the access log', 'opened a lab report', 'opened the chart'],
      ['changed a patient record'],
      ['created a patient'],
    ]);
  });

  it('are whole on a page of the log', () => {
    const trace = (actor: string, minute: number) => ({ actor, at: -minute * 60_000 });
    const traces = [
      trace('a', 0),
      trace('b', 5),
      trace('a', 10),
      trace('b', 20),
      trace('c', 60),
      trace('c', 70),
      trace('d', 101),
    ];
    const ofPage = (limit: number, isEnd = false, known = traces) => wholeVisits(known, limit, isEnd);
    expect(ofPage(3)).toEqual({ whole: 6, atMost: 6, isSettled: true });
    expect(ofPage(2)).toEqual({ whole: 4, atMost: 4, isSettled: true });
    expect(ofPage(1), 'two visits overlap').toEqual({ whole: 0, atMost: 1, isSettled: true });
    expect(ofPage(2, false, traces.slice(0, 6)), 'the next visit is not complete').toMatchObject({
      whole: 4,
      isSettled: true,
    });
    expect(ofPage(3, false, traces.slice(0, 6)), 'may continue').toMatchObject({
      whole: 4,
      isSettled: false,
    });
    expect(ofPage(3, true, traces.slice(0, 6))).toEqual({ whole: 6, atMost: 6, isSettled: true });
    expect(ofPage(3, true, [])).toEqual({ whole: 0, atMost: 0, isSettled: true });
  });
});

const PATIENT = 'pat_mine';
const object = (id: string, name: string, parent_id = PATIENT) => ({ id, name, parent_id, deleted: false });
const withoutTags = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

describe('access log on the screen', () => {
  const others = (...names: string[]) => ({
    patient_count: names.length + 1,
    patients: [PATIENT, ...names].map((name) => ({
      id: name === PATIENT ? name : `pat_${name}`,
      name: { family: name, given: ['A'] },
      mrn: null,
      erased: false,
    })) as AuditEntry['patients'],
  });
  const shown = (...entries: AuditEntry[]): { action: string; objects: string; steps: string } => {
    const html = render(
      createElement(AuditList, { entries, caption: 'Access log', patientId: PATIENT, isLinked: false }),
    );
    return {
      action: withoutTags(html.slice(html.indexOf('<summary'), html.indexOf('</summary>'))),
      steps: withoutTags(html.slice(html.indexOf('</summary>'), html.indexOf('</details>'))),
      objects: withoutTags(html.slice(html.indexOf('</details>'))).trim(),
    };
  };

  it('has the objects of its patient first, and other patients as a number', () => {
    const { objects, steps } = shown(
      entry('list_inbox', 'd', others('TANAKA', 'HADDAD')),
      entry('list_start', 'c', others('TANAKA', 'LIVESEY')),
      entry('move_report', 'b', { kind: 'write', object: object('res_b', 'Theirs', 'pat_other') }),
      entry('sign_lab_result', 'a', { kind: 'write', object: object('res_a', 'CBC') }),
    );
    expect(objects).toBe('CBC Lab reportTheirs Lab reportand 3 other patients');
    expect(steps).not.toMatch(/TANAKA|HADDAD|LIVESEY/);
  });

  it('says whom a row without objects is about', () => {
    expect(shown(entry('list_audit_entries', 'a', { patient_count: 6 })).objects).toBe(
      'This patient and 5 others',
    );
    expect(shown(entry('get_patient', 'a')).objects).toBe('Chart');
  });

  it('names the other patient of a merge among the steps', () => {
    const { objects, steps } = shown(
      entry('merge_patients', 'b', { kind: 'write', ...others('OTHER') }),
      entry('get_patient', 'a'),
    );
    expect(objects).toBe('This patient and 1 other');
    expect(steps).toContain('OTHER');
  });

  it('summarizes the three most significant actions of a visit', () => {
    const { action, steps } = shown(
      entry('list_documents', 'f', { outcome: 'refused', code: 'chart_restricted' }),
      entry('get_patient', 'e'),
      entry('update_patient', 'd'),
      entry('get_lab_result', 'c'),
      entry('sign_lab_result', 'b', { kind: 'write' }),
      entry('comment_lab_result', 'a', { kind: 'write' }),
    );
    expect(action).toBe(
      'tried to list documents: denied, chart restricted; changed a patient record, signed a lab report and 3 more',
    );
    expect(steps).toMatch(/list documents.*opened the chart.*changed.*opened a lab.*signed.*commented/s);
  });
});

describe('printed access log', () => {
  const printed = (...entries: AuditEntry[]) =>
    render(createElement(AccessSheet, { entries, patientId: PATIENT }))
      .split('<tr role="row"')
      .slice(2)
      .map((row) =>
        row
          .split('</t')
          .slice(0, -1)
          .map((cell) =>
            cell
              .slice(cell.indexOf('>') + 1)
              .replaceAll(/<[^>]*>/g, '')
              .trim(),
          )
          .slice(0, 4),
      );

  it('has the rows of the screen, with everything they were about', () => {
    const documents = ['A', 'B', 'C', 'D'].map((name) =>
      entry('download_document', 'r', { kind: 'download', object: object(`doc_${name}`, name) }),
    );
    const page = entry('get_patient', 'r');
    const [first, second] = printed(
      ...documents,
      page,
      entry('get_lab_result', 'q', { object: object('res_a', 'CBC'), ip: '192.0.2.1' }),
    );
    expect(first!.slice(1)).toEqual([
      'Ann',
      'opened or downloaded 4 documents and opened the chart',
      'A DocumentB DocumentC DocumentD Document',
    ]);
    expect(second!.slice(1)).toEqual(['Ann', 'opened a lab report', 'CBC Lab report']);
  });

  it('has nothing of other patients, because it is handed to the patient', () => {
    const html = render(
      createElement(AccessSheet, {
        entries: [
          entry('merge_patients', 'r', {
            patient_count: 2,
            patients: [
              { id: 'pat_other', name: { family: 'Other', given: ['Olga'] }, mrn: 'M77', erased: false },
            ],
            object: object('doc_x', 'Letter for Olga', 'pat_other'),
          } as Partial<AuditEntry>),
        ],
        patientId: PATIENT,
      }),
    );
    expect(html).not.toMatch(/Olga|Other|M77/);
    expect(html).toContain('Document of another patient');
    expect(html).toContain('and 1 other patient');
  });
});
