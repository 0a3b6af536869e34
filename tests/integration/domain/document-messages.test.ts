import { describe, expect, it } from 'vitest';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { getDocument } from '../../../server/domain/documents/get-document';
import { markDocumentInError } from '../../../server/domain/documents/mark-document-in-error';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { signOffDocument } from '../../../server/domain/documents/sign-off-document';
import { dismissInboundDocument } from '../../../server/domain/inbound-documents/dismiss-inbound-document';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { getInboundDocument } from '../../../server/domain/inbound-documents/get-inbound-document';
import { listInboundDocuments } from '../../../server/domain/inbound-documents/list-inbound-documents';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser } from '../../support/database';
import { documentFeed, ed, numberOf, PDF, text } from '../../support/document-feed';
import { hospital, inboundDocumentsOf, laboratory, work } from '../../support/intake';
import { codesOf, sendWhole } from '../../support/laboratory';
import { er7 } from '../../support/hl7';
import { fresh, pid } from '../../support/patient-feed';

const own = documentFeed();
const { mdm, documentsOf, contentOf, eventsOf, patient } = own;

describe('a document', () => {
  it('is filed with type, title, author, date and status, with its lines as one text', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    const { state, document } = await mdm({
      pid: segment,
      number,
      txa: {
        2: 'DS',
        4: '20260104',
        6: '202601041530',
        9: '123^Welby^Robert^^^Dr',
        16: 'ward3.rtf',
        17: 'PA',
        25: 'Discharge from ward 3',
      },
      obx: text('Improved.~pH ~7.2\\.br\\Home.', 'Follow-up in 2 weeks.'),
    });
    expect({ state, outcome: document.outcome }).toEqual({ state: 'processed', outcome: 'created' });
    const [filed, ...rest] = await documentsOf(id);
    expect(rest).toEqual([]);
    expect(filed).toMatchObject({
      title: 'Discharge from ward 3',
      category: 'discharge_summary',
      type: { system: 'HL70270', code: 'DS', display: 'Discharge summary' },
      document_date: '2026-01-04',
      author: 'Robert Welby',
      content_type: 'text/plain',
      file_name: 'ward3.rtf.txt',
      status: 'available',
      created_by: 'system',
      replaced_by: null,
      withdrawn_at: null,
      source: {
        connection_id: own.feed.id,
        connection_name: 'Test hospital',
        number,
        status: 'unauthenticated',
        completion_code: 'PA',
        originated_at: '2026-01-04T14:30:00.000Z',
        newer: null,
        unread_files: 0,
      },
    });
    expect(await contentOf(filed!.id)).toBe('Improved.\npH ~7.2\nHome.\nFollow-up in 2 weeks.');
    expect(await eventsOf(filed!.id)).toEqual(['document.created', 'document.available']);
  });

  it('has its files and pointers, which are never fetched', async () => {
    const { id, pid: segment } = await patient();
    await mdm({
      pid: segment,
      number: numberOf(),
      txa: { 25: 'Scan' },
      obx: [
        'OBX|1|FT|A^Findings^L||None.||||||F',
        ed(PDF),
        'OBX|3|RP|B^Images^L||\\\\\\\\pacs\\E\\study^pacs^application^dicom||||||F',
        ed(Buffer.from('{\\rtf1 Hello}'), 'text^rtf', 'LETTER^Letter^L'),
      ],
    });
    const filed = await documentsOf(id);
    expect(filed.map(({ title, content_type }) => [title, content_type]).sort()).toEqual(
      [
        ['Scan', 'text/plain'],
        ['Scan: Letter', 'application/rtf'],
        ['Scan', 'application/pdf'],
      ].sort(),
    );
    const words = filed.find(({ content_type }) => content_type === 'text/plain')!;
    expect(await contentOf(words.id)).toContain('File reference: ');
  });

  it('whose file cannot be read keeps the message and has its own state', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    const broken = 'OBX|1|ED|SCAN^Scan^L||^application^pdf^Base64^||||||F';
    const program = ed(Buffer.from('MZ\0\0\x90\x00'), 'application^octet-stream');
    for (const [obx, problem] of [
      [[broken], 'content_unreadable'],
      [[program], 'content_unreadable'],
      [[], 'no_content'],
    ] as const) {
      const done = await mdm({ pid: segment, number, obx: [...obx] });
      expect([done.state, done.document.state, done.document.problem]).toEqual([
        'unreadable',
        'unreadable',
        problem,
      ]);
    }
    expect(await documentsOf(id)).toEqual([]);
    const part = await mdm({ pid: segment, number, obx: [...text('Read me.'), broken, program] });
    expect([part.state, part.document.outcome]).toEqual(['processed', 'created']);
    expect((await documentsOf(id))[0]!.source).toMatchObject({ unread_files: 2 });
    const shown = await getInboundMessage(own.org.ctx, { id: showId('inbound_message', part.messageId) });
    expect(shown.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['attachment_unreadable', 'attachment_not_accepted']),
    );
    expect(shown.documents).toMatchObject([{ state: 'filed', document_id: (await documentsOf(id))[0]!.id }]);
  });

  it('that cannot be read is listed until a user dismisses it', async () => {
    const { pid: segment } = await patient();
    const { inboundId: id, messageId } = await mdm({ pid: segment, number: numberOf(), obx: [] });
    const isListed = async () =>
      (await listInboundDocuments(fresh(own.clinician), { limit: 100 })).data.some((one) => one.id === id);
    expect(await isListed()).toBe(true);
    expect(await getInboundDocument(fresh(own.clinician), { id, with: [] })).toMatchObject({
      may_file: false,
    });
    await dismissInboundDocument(fresh(own.clinician), { id, reason: 'The sender will send it again.' });
    expect(await isListed()).toBe(false);
    expect(await getInboundDocument(fresh(own.clinician), { id, with: [] })).toMatchObject({
      may_file: false,
    });
    await work(own.feed, messageId);
    expect((await inboundDocumentsOf(own.feed, messageId))[0]!.state).toBe('dismissed');
  });

  it('is filed from a laboratory, too', async () => {
    const { id, pid: segment } = await patient();
    const lab = await laboratory(own.org);
    expect((await mdm({ pid: segment, number: numberOf(), txa: { 2: 'SP' }, to: lab })).state).toBe(
      'processed',
    );
    expect(await documentsOf(id)).toMatchObject([{ category: 'lab_report', title: 'Surgical pathology' }]);
  });

  it('of a test message is not filed', async () => {
    const { id, pid: segment } = await patient();
    const to = await hospital(own.org, { processing_policy: 'go_live' });
    const number = numberOf();
    const done = await mdm({ pid: segment, number, to, processingId: 'T' });
    expect([done.state, done.document.state, done.document.documentId]).toEqual(['test', 'test', null]);
    expect(await documentsOf(id)).toEqual([]);
    await mdm({ pid: segment, number, to });
    const cancel = await mdm({
      event: 'T11',
      pid: segment,
      number,
      to,
      processingId: 'T',
      at: '20260106120000',
    });
    expect(cancel.state).toBe('test');
    expect(await documentsOf(id)).toMatchObject([{ withdrawn_at: null }]);
    await expect(
      fileInboundDocument(fresh(own.clinician), { id: done.inboundId, patient_id: id }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('without PID, TXA or a known event is not accepted', async () => {
    const msh = (event: string) =>
      `MSH|^~\\&|HIS|HOSP|CDS|CLINIC|20260105||MDM^${event}|X${numberOf()}|P|2.5.1`;
    const answer = async (...lines: string[]) => {
      const received = await sendWhole(own.feed, er7(...lines));
      return [codesOf(received), received.problem?.reason];
    };
    expect(await answer(msh('T02'), 'TXA|1|DS|TX')).toEqual(['AE', 'no_patient']);
    expect(await answer(msh('T02'), pid('1'), ...text('x'))).toEqual(['AE', 'no_document']);
    expect(await answer(msh('T12'), pid('1'), 'TXA|1|DS|TX')).toEqual(['AR', 'mdm_event_not_accepted']);
  });
});

describe('a later message', () => {
  it.each(['T08', 'T10', 'T04', 'T02'])('%s with the same number is a new version', async (event) => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, obx: text('First.') });
    const [first] = await documentsOf(id);
    await signOffDocument(fresh(own.clinician), { id: first!.id });
    const { document } = await mdm({
      event,
      pid: segment,
      number,
      at: '20260106120000',
      obx: text('Second.'),
    });
    expect(document.outcome).toBe('replaced');
    const [second, before] = await documentsOf(id);
    expect(second).toMatchObject({ replaces: first!.id, replaced_by: null, signed_off_at: null });
    expect(before).toMatchObject({ id: first!.id, replaced_by: second!.id, status: 'available' });
    expect(before!.signed_off_at).not.toBeNull();
    expect(await contentOf(before!.id)).toBe('First.');
    expect(await eventsOf(first!.id)).toEqual([
      'document.created',
      'document.available',
      'document.updated',
      'document.updated',
    ]);
    await expect(signOffDocument(fresh(own.clinician), { id: first!.id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('T10 with another number replaces its parent', async () => {
    const { id, pid: segment } = await patient();
    const [parent, number] = [numberOf(), numberOf()];
    await mdm({ pid: segment, number: parent, obx: text('First.') });
    const { document } = await mdm({
      event: 'T10',
      pid: segment,
      number,
      at: '20260106120000',
      txa: { 13: parent },
      obx: text('Second.'),
    });
    expect([document.outcome, document.problem]).toEqual(['replaced', null]);
    const [second, first] = await documentsOf(id);
    expect(first!.replaced_by).toBe(second!.id);
    expect(second).toMatchObject({
      replaced_by: null,
      source: { relation: 'replacement', parent_number: parent },
    });
  });

  it('T06 is an addendum of its parent, with its own number or that of the parent', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, obx: text('Report.') });
    const added = await mdm({
      event: 'T06',
      pid: segment,
      number: numberOf(),
      txa: { 13: number },
      obx: text('One.'),
    });
    expect(added.document.outcome).toBe('addendum');
    for (const line of ['Two.', 'Three.', 'Three.'])
      await mdm({ event: 'T06', pid: segment, number, txa: { 13: number }, obx: text(line) });
    const [three, two, one, report, ...rest] = await documentsOf(id);
    expect(rest).toEqual([]);
    expect(report).toMatchObject({ replaced_by: null, addendum_to: null });
    for (const addendum of [one, two, three])
      expect(addendum).toMatchObject({ addendum_to: report!.id, replaced_by: null });
    await mdm({ event: 'T08', pid: segment, number, at: '20260107', obx: text('Report, edited.') });
    const [edited] = await documentsOf(id);
    expect(edited).toMatchObject({ replaces: report!.id, addendum_to: null });
    expect((await documentsOf(id)).filter(({ replaced_by: by }) => by !== null)).toHaveLength(1);
  });

  it('T03 and T04 with the same content change the status and keep the sign-off', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, txa: { 17: 'IP' } });
    const [filed] = await documentsOf(id);
    expect(filed!.source!.status).toBe('preliminary');
    await signOffDocument(fresh(own.clinician), { id: filed!.id });
    const t03 = await mdm({ event: 'T03', pid: segment, number, at: '20260106', txa: { 17: 'PA' }, obx: [] });
    expect([t03.document.state, t03.document.outcome]).toEqual(['changed', 'status_changed']);
    expect((await documentsOf(id))[0]!.source!.status).toBe('unauthenticated');
    const t04 = await mdm({ event: 'T04', pid: segment, number, at: '20260107', txa: { 17: 'LA' } });
    expect(t04.document.outcome).toBe('status_changed');
    const after = await documentsOf(id);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: filed!.id, source: { status: 'authenticated' } });
    expect(after[0]!.signed_off_at).not.toBeNull();
    const late = await mdm({
      event: 'T03',
      pid: segment,
      number,
      at: '20260106',
      txa: { 17: 'IP' },
      obx: [],
    });
    expect(late.document.state).toBe('older');
    expect((await documentsOf(id))[0]!.source!.completion_code).toBe('LA');
  });

  it('T11 withdraws every version; signed off documents stay readable', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, obx: text('First.') });
    await mdm({ event: 'T08', pid: segment, number, at: '20260106', obx: text('Second.') });
    const [second] = await documentsOf(id);
    await signOffDocument(fresh(own.clinician), { id: second!.id });
    const { document } = await mdm({ event: 'T11', pid: segment, number, at: '20260107', obx: [] });
    expect(document.outcome).toBe('document_withdrawn');
    for (const shown of await documentsOf(id)) {
      expect(shown).toMatchObject({ status: 'available' });
      expect(shown.withdrawn_at).not.toBeNull();
    }
    expect(await contentOf(second!.id)).toBe('Second.');
    expect((await getDocument(own.org.ctx, { id: second!.id })).signed_off_at).not.toBeNull();
    expect(
      (await mdm({ event: 'T11', pid: segment, number, at: '20260108', obx: [] })).document.outcome,
    ).toBe('unchanged');
  });

  it('with the same bytes changes nothing', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    const first = await mdm({ pid: segment, number });
    const [before] = await documentsOf(id);
    expect((await mdm({ pid: segment, number })).document.outcome).toBe('unchanged');
    await work(own.feed, first.messageId);
    expect(await documentsOf(id)).toEqual([{ ...before, content_url: expect.any(String) }]);
    expect(await eventsOf(before!.id)).toHaveLength(2);
  });

  it.each([
    ['T05', 'addendum', { 13: 'parent' }],
    ['T07', 'edit', {}],
    ['T09', 'replacement', { 13: 'parent' }],
  ] as const)('%s is noted on the document, until its content arrives', async (event, newer, txa) => {
    const { id, pid: segment } = await patient();
    const parent = numberOf();
    await mdm({ pid: segment, number: parent, obx: text('First.') });
    const [number, fields] = '13' in txa ? [numberOf(), { 13: parent }] : [parent, {}];
    const noted = await mdm({ event, pid: segment, number, at: '20260106', txa: fields, obx: [] });
    expect([noted.document.state, noted.document.outcome]).toEqual(['changed', 'noted']);
    expect((await documentsOf(id))[0]!.source!.newer).toBe(newer);
    const content = { T05: 'T06', T07: 'T08', T09: 'T10' }[event];
    await mdm({ event: content, pid: segment, number, at: '20260106', txa: fields, obx: text('Later.') });
    expect((await documentsOf(id)).map(({ source }) => source!.newer)).toEqual([null, null]);
  });

  it('that cannot be read is noted on the document', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number });
    const broken = 'OBX|1|ED|SCAN^Scan^L||^application^pdf^Base64^||||||F';
    const done = await mdm({ event: 'T08', pid: segment, number, at: '20260106', obx: [broken] });
    expect(done.state).toBe('unreadable');
    expect(await documentsOf(id)).toMatchObject([{ replaced_by: null, source: { newer: 'edit' } }]);
  });

  it('about an unknown document has no effect', async () => {
    const { pid: segment } = await patient();
    for (const event of ['T03', 'T05', 'T07', 'T09', 'T11']) {
      const { state, document } = await mdm({ event, pid: segment, number: numberOf(), obx: [] });
      expect([state, document.state, document.problem]).toEqual(['processed', 'ignored', 'document_unknown']);
    }
    const { document } = await mdm({ event: 'T01', pid: segment, number: numberOf(), obx: [] });
    expect([document.state, document.problem]).toEqual(['ignored', 'not_in_message']);
    expect((await mdm({ event: 'T11', pid: segment, obx: [] })).document.problem).toBe('number_missing');
  });
});

describe('messages out of order', () => {
  it('file an older version as replaced', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ event: 'T08', pid: segment, number, at: '20260106', obx: text('Second.') });
    const { document } = await mdm({ pid: segment, number, at: '20260105', obx: text('First.') });
    expect(document.outcome).toBe('earlier_version');
    const [first, second] = await documentsOf(id);
    expect(second!.replaced_by).toBeNull();
    expect(first!.replaced_by).toBe(second!.id);
    expect((await mdm({ pid: segment, number, at: '20260105', obx: text('First.') })).document.state).toBe(
      'older',
    );
  });

  it('order versions by their edit time (TXA-8)', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, at: '20260106', txa: { 8: '20260104' }, obx: text('New.') });
    await mdm({
      event: 'T08',
      pid: segment,
      number,
      at: '20260107',
      txa: { 8: '20260103' },
      obx: text('Old.'),
    });
    const [old, current] = await documentsOf(id);
    expect([await contentOf(old!.id), old!.replaced_by]).toEqual(['Old.', current!.id]);
  });

  it('link a replacement and an addendum that arrive before their document', async () => {
    const { id, pid: segment } = await patient();
    const [number, next, more] = [numberOf(), numberOf(), numberOf()];
    const early = { pid: segment, txa: { 13: number }, at: '20260106' };
    const replacement = await mdm({ ...early, event: 'T10', number: next, obx: text('Second.') });
    const addendum = await mdm({ ...early, event: 'T06', number: more, obx: text('And.') });
    expect([replacement.document.problem, addendum.document.problem]).toEqual([
      'parent_unknown',
      'parent_unknown',
    ]);
    expect((await documentsOf(id)).every(({ source }) => source!.parent_unknown)).toBe(true);
    const { document } = await mdm({ pid: segment, number, at: '20260105', obx: text('First.') });
    expect(document.outcome).toBe('earlier_version');
    const [first, extra, second] = await documentsOf(id);
    expect(first!.replaced_by).toBe(second!.id);
    expect(second).toMatchObject({ replaces: first!.id, source: { parent_unknown: false } });
    expect(extra).toMatchObject({ addendum_to: first!.id, source: { parent_unknown: false } });
  });

  it('withdraw a document whose withdrawal arrived first', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    const t11 = await mdm({ event: 'T11', pid: segment, number, at: '20260106', obx: [] });
    await mdm({ pid: segment, number, at: '20260105' });
    const [filed] = await documentsOf(id);
    expect(filed!.withdrawn_at).not.toBeNull();
    expect((await inboundDocumentsOf(own.feed, t11.messageId))[0]).toMatchObject({
      state: 'changed',
      outcome: 'document_withdrawn',
    });
  });
});

describe('a document that is replaced or withdrawn', () => {
  it('stays replaced by another number when an older edit of it arrives late', async () => {
    const { id, pid: segment } = await patient();
    const [number, next] = [numberOf(), numberOf()];
    await mdm({ pid: segment, number, at: '20260105', obx: text('First.') });
    const replacement = { event: 'T10', pid: segment, number: next, txa: { 13: number } };
    await mdm({ ...replacement, at: '20260107', obx: text('Third.') });
    const late = await mdm({ event: 'T08', pid: segment, number, at: '20260106', obx: text('Second.') });
    expect(late.document.outcome).toBe('earlier_version');
    const current = (await documentsOf(id)).filter(({ replaced_by: by }) => by === null);
    expect(await Promise.all(current.map((one) => contentOf(one.id)))).toEqual(['Third.']);
  });

  it('is replaced by a document that was received before without the number of its parent', async () => {
    const { id, pid: segment } = await patient();
    const [number, next] = [numberOf(), numberOf()];
    await mdm({ pid: segment, number, at: '20260105', obx: text('First.') });
    await mdm({ pid: segment, number: next, at: '20260106', obx: text('Second.') });
    await mdm({
      event: 'T10',
      pid: segment,
      number: next,
      at: '20260107',
      txa: { 13: number },
      obx: text('Second.'),
    });
    const current = (await documentsOf(id)).filter(({ replaced_by: by }) => by === null);
    expect(await Promise.all(current.map((one) => contentOf(one.id)))).toEqual(['Second.']);
  });

  it('is replaced by a replacement without a number', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, at: '20260105', obx: text('First.') });
    await mdm({ event: 'T10', pid: segment, at: '20260106', txa: { 13: number }, obx: text('Second.') });
    const current = (await documentsOf(id)).filter(({ replaced_by: by }) => by === null);
    expect(await Promise.all(current.map((one) => contentOf(one.id)))).toEqual(['Second.']);
  });

  it('is valid again when the sender sends it again later', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, at: '20260105' });
    await mdm({ event: 'T11', pid: segment, number, at: '20260106', obx: [] });
    // A repetition of the first message is not newer.
    await mdm({ pid: segment, number, at: '20260105' });
    expect((await documentsOf(id))[0]!.withdrawn_at).not.toBeNull();
    await mdm({ pid: segment, number, at: '20260107' });
    const [again] = await documentsOf(id);
    expect(again!.withdrawn_at).toBeNull();
  });

  it('is withdrawn although the withdrawal repeats an earlier edit time', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, at: '20260104', txa: { 8: '20260104' }, obx: text('First.') });
    await mdm({
      event: 'T08',
      pid: segment,
      number,
      at: '20260105',
      txa: { 8: '20260105' },
      obx: text('Second.'),
    });
    await mdm({ event: 'T11', pid: segment, number, at: '20260106', txa: { 8: '20260104' }, obx: [] });
    expect((await documentsOf(id)).filter(({ withdrawn_at: at }) => at === null)).toEqual([]);
  });
});

describe('a document of another patient', () => {
  it('with the number of a filed one is held and changes no chart', async () => {
    const [one, other] = [await patient(), await patient()];
    const number = numberOf();
    await mdm({ pid: one.pid, number });
    for (const event of ['T02', 'T08', 'T11', 'T03', 'T06']) {
      const { state, document } = await mdm({
        event,
        pid: pid(other.mrn, { 5: 'Roe^Richard', 7: '19800101', 8: 'M' }),
        number,
        at: '20260107',
        obx: event === 'T11' || event === 'T03' ? [] : text('Other.'),
      });
      expect([event, state, document.problem]).toEqual([event, 'conflict', 'patient_differs']);
    }
    expect(await documentsOf(one.id)).toMatchObject([{ withdrawn_at: null, replaced_by: null }]);
    expect(await documentsOf(other.id)).toEqual([]);
  });

  it('with the number of another connection is another document', async () => {
    const { id, pid: segment } = await patient();
    const number = numberOf();
    await mdm({ pid: segment, number, obx: text('One.') });
    const to = await hospital(own.org, { name: 'Second hospital' });
    await mdm({ event: 'T11', pid: segment, number, at: '20260107', obx: [], to });
    await mdm({ event: 'T08', pid: segment, number, at: '20260108', obx: text('Two.'), to });
    expect((await documentsOf(id)).map(({ replaced_by: by, withdrawn_at: at }) => [by, at])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it.each([
    ['another birth date', { 7: '19990101' }, 'patient_differs'],
    ['another name', { 5: 'Doe^Robert' }, 'name_differs'],
    ['another sex', { 8: 'M' }, 'sex_differs'],
  ])('with %s for the MRN is held', async (_words, fields, problem) => {
    const { id, mrn } = await patient();
    const { state, document } = await mdm({ pid: pid(mrn, fields), number: numberOf() });
    expect([state, document.problem, document.patientId]).toEqual(['conflict', problem, null]);
    expect(await documentsOf(id)).toEqual([]);
  });

  it('moves with all versions, and later messages follow it', async () => {
    const [wrong, right] = [await patient(), await patient()];
    const number = numberOf();
    await mdm({ pid: wrong.pid, number, obx: text('First.') });
    await mdm({ event: 'T08', pid: wrong.pid, number, at: '20260106', obx: text('Second.') });
    await mdm({ event: 'T06', pid: wrong.pid, number: numberOf(), at: '20260106', txa: { 13: number } });
    const [, second] = await documentsOf(wrong.id);
    const moved = await moveDocument(fresh(own.clinician), {
      id: second!.id,
      patient_id: right.id,
      reason: 'Wrong chart.',
    });
    expect((await documentsOf(wrong.id)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'entered_in_error'),
    );
    const there = await documentsOf(right.id);
    const first = there.find(({ replaced_by: by }) => by !== null)!;
    expect(there).toHaveLength(3);
    expect(first.replaced_by).toBe(moved.id);
    const { document } = await mdm({
      event: 'T08',
      pid: wrong.pid,
      number,
      at: '20260107',
      obx: text('Third.'),
    });
    expect([document.state, document.patientId === null]).toEqual(['filed', false]);
    expect(await documentsOf(right.id)).toHaveLength(4);
  });

  it('moves with a version that the malware scan has quarantined', async () => {
    const [wrong, right] = [await patient(), await patient()];
    const number = numberOf();
    await mdm({ pid: wrong.pid, number, obx: text('First.') });
    await mdm({ event: 'T08', pid: wrong.pid, number, at: '20260106', obx: text('Second.') });
    const [second, first] = await documentsOf(wrong.id);
    await asSuperuser("update documents set status = 'quarantined', scan_status = 'infected' where id = $1", [
      readId('document', first!.id),
    ]);
    await moveDocument(fresh(own.clinician), {
      id: second!.id,
      patient_id: right.id,
      reason: 'Wrong chart.',
    });
    expect((await documentsOf(wrong.id)).map(({ status }) => status)).toEqual([
      'entered_in_error',
      'entered_in_error',
    ]);
    expect((await documentsOf(right.id)).map(({ status }) => status)).toEqual(['available', 'quarantined']);
    // With the same wrong patient data.
    await mdm({ event: 'T08', pid: wrong.pid, number, at: '20260107', obx: text('Third.') });
    expect(await documentsOf(right.id)).toHaveLength(3);
  });

  it('does not move one with the same number of another authority', async () => {
    const [wrong, right] = [await patient(), await patient()];
    const number = numberOf();
    await mdm({ pid: wrong.pid, number: `${number}^LAB`, obx: text('Laboratory.') });
    await mdm({ pid: wrong.pid, number: `${number}^RAD`, obx: text('Radiology.') });
    const filed = await documentsOf(wrong.id);
    expect(filed.map(({ replaced_by: by }) => by)).toEqual([null, null]);
    await moveDocument(fresh(own.clinician), {
      id: filed[0]!.id,
      patient_id: right.id,
      reason: 'Wrong chart.',
    });
    expect(await documentsOf(right.id)).toHaveLength(1);
  });

  it('needs a reason if a user files it for a patient with another birth date', async () => {
    const { id, mrn } = await patient();
    const sent = await mdm({ pid: pid(mrn, { 7: '19990101' }), number: numberOf() });
    const file = { id: sent.inboundId, patient_id: id };
    await expect(fileInboundDocument(fresh(own.clinician), file)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await fileInboundDocument(fresh(own.clinician), { ...file, reason: 'Called the ward.' });
    expect(await documentsOf(id)).toHaveLength(1);
  });

  it('entered in error by a user is not shown again by a repetition', async () => {
    const { id, pid: segment } = await patient();
    const sent = await mdm({ pid: segment, number: numberOf() });
    const [filed] = await documentsOf(id);
    await markDocumentInError(fresh(own.clinician), { id: filed!.id, reason: 'Not ours.' });
    await work(own.feed, sent.messageId);
    expect(await documentsOf(id)).toHaveLength(1);
  });
});

describe('an unmatched document', () => {
  it('is filed by a user, with later messages about it', async () => {
    const number = numberOf();
    const unknown = pid(`U-${number}`);
    const first = await mdm({ pid: unknown, number, obx: text('First.') });
    expect([first.state, first.document.problem]).toEqual(['unmatched', 'no_match']);
    const second = await mdm({ event: 'T08', pid: unknown, number, at: '20260106', obx: text('Second.') });
    const listed = await listInboundDocuments(fresh(own.clinician), { limit: 100 });
    expect(listed.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.inboundId, second.inboundId]),
    );
    const { id, mrn } = await patient();
    const shown = await getInboundDocument(fresh(own.clinician), { id: first.inboundId, with: [id] });
    expect(shown).toMatchObject({
      may_file: true,
      sent: { text: 'First.', files: [] },
      others: [{ patient: { id, mrn }, compared: { mrn: 'different', family: 'same' } }],
    });
    const file = { id: first.inboundId, patient_id: id };
    await expect(fileInboundDocument(fresh(own.clinician), file)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const done = await fileInboundDocument(fresh(own.clinician), { ...file, reason: 'Called the ward.' });
    expect(done).toMatchObject({ state: 'filed', patient_id: id, also_filed: 1 });
    const [current, replaced] = await documentsOf(id);
    expect(replaced!.replaced_by).toBe(current!.id);
    expect(await contentOf(current!.id)).toBe('Second.');
    // The decision counts for later messages with the same patient data.
    const third = await mdm({ event: 'T08', pid: unknown, number, at: '20260107', obx: text('Third.') });
    expect(third.document).toMatchObject({ state: 'filed', outcome: 'replaced' });
    await expect(fileInboundDocument(fresh(own.clinician), file)).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('is dismissed, and can still be filed', async () => {
    const sent = await mdm({ pid: pid('U-2'), number: numberOf() });
    await dismissInboundDocument(fresh(own.clinician), { id: sent.inboundId, reason: 'Not our patient.' });
    const message = await getInboundMessage(own.org.ctx, { id: showId('inbound_message', sent.messageId) });
    expect([message.state, message.documents[0]!.state]).toEqual(['processed', 'dismissed']);
    await work(own.feed, sent.messageId);
    expect((await inboundDocumentsOf(own.feed, sent.messageId))[0]!.state).toBe('dismissed');
    const { id } = await patient();
    await fileInboundDocument(fresh(own.clinician), { id: sent.inboundId, patient_id: id, reason: 'It is.' });
    expect(await documentsOf(id)).toHaveLength(1);
  });

  it('leaves the queue when the sender withdraws it', async () => {
    const number = numberOf();
    const unknown = pid(`U-${number}`);
    const sent = await mdm({ pid: unknown, number });
    await mdm({ event: 'T11', pid: unknown, number, at: '20260106', obx: [] });
    expect((await inboundDocumentsOf(own.feed, sent.messageId))[0]!.state).toBe('withdrawn');
  });

  it('is filed by the number of our order', async () => {
    const { id } = await patient();
    const [test] = await catalogEntries();
    const lab = { id: own.feed.id, name: 'Test hospital' };
    await upsertCatalog(own.org.ctx, [{ ...test!, code: 'DOC', loinc: null, lab }]);
    const order = await createLabOrder(
      fresh(own.org.ctx),
      createLabOrderInput.parse({ patient_id: id, items: [{ code: 'DOC' }], lab_id: lab.id }),
    );
    await mdm({ pid: pid(''), number: numberOf(), txa: { 14: order.order_number } });
    expect(await documentsOf(id)).toMatchObject([{ order_id: order.id }]);
  });
});
