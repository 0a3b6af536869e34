import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { AccessSheet } from '../../../components/admin/audit/access-sheet';
import type { AuditEntry } from '../../../server/domain/audit-log/contract';
import { groupByVisit, visitSentences, visitsOf } from '../../../server/domain/audit-log/visit-rules';
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
    running: null,
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
    ).toEqual([['changed a patient record', 'opened a lab report']]);
  });

  it('start with what was denied', () => {
    const denied = entry('get_lab_result', 'r', { outcome: 'refused', code: 'forbidden' });
    const [row] = rows(entry('update_patient', 'r'), denied);
    expect(row![0]).toBe('tried to open a lab report: denied, not allowed by the role');
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

  it('include what the browser read for the page in a further request', () => {
    const page = [entry('get_draft', 'later'), entry('list_patient_results', 'page')];
    expect(rows(...page)).toEqual([['listed lab reports']]);
    const earlier = entry('list_patient_results', 'page', { at: '2026-11-05T14:05:00.000Z' });
    expect(rows(page[0]!, earlier), 'too long ago').toHaveLength(2);
    const another = entry('list_patient_results', 'page', { who: { id: 'usr_b', name: 'Bea' } });
    expect(rows(page[0]!, another), 'of another user').toHaveLength(2);
  });

  it('have views of the log in a row once, without a number that a page could cut', () => {
    const view = (request: string) => [entry('list_patient_access', request), entry('get_patient', request)];
    expect(rows(...view('c'), ...view('b'), entry('update_patient', 'x'), ...view('a'))).toEqual([
      ['viewed the access log repeatedly'],
      ['changed a patient record'],
      ['viewed the access log'],
    ]);
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
      ['viewed the access log'],
      ['opened a lab report'],
      ['changed a patient record'],
      ['viewed the access log'],
      ['created a patient'],
    ]);
  });

  it('keep views of the log apart that are more than half an hour from each other', () => {
    const view = (request: string, time: string) =>
      entry('list_patient_access', request, { at: `2026-11-05T${time}.000Z` });
    // Each is measured from the view before it, not from the first.
    expect(
      rows(view('d', '15:30:01'), view('c', '15:00:00'), view('b', '14:30:00'), view('a', '14:00:00')),
    ).toEqual([['viewed the access log'], ['viewed the access log repeatedly']]);
  });
});

describe('printed access log', () => {
  const PATIENT = 'pat_mine';
  const object = (id: string, name: string, parent_id = PATIENT) => ({ id, name, parent_id, deleted: false });
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
      entry('download_document', 'r', { object: object(`doc_${name}`, name) }),
    );
    const page = entry('get_patient', 'r');
    const [first, second] = printed(
      ...documents,
      page,
      entry('get_lab_result', 'q', { object: object('res_a', 'CBC') }),
    );
    expect(first!.slice(1)).toEqual([
      'Ann',
      'opened or downloaded a document',
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
    expect(html).toContain('with 1 other patient');
  });
});
