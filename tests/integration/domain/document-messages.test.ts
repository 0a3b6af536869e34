import { describe, expect, it } from 'vitest';
import { getDocument } from '../../../server/domain/documents/get-document';
import { listDocumentCorrections } from '../../../server/domain/documents/list-document-corrections';
import { signOffDocument } from '../../../server/domain/documents/sign-off-document';
import { dismissInboundDocument } from '../../../server/domain/inbound-documents/dismiss-inbound-document';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { getInboundDocument } from '../../../server/domain/inbound-documents/get-inbound-document';
import { listInboundDocuments } from '../../../server/domain/inbound-documents/list-inbound-documents';
import { openInboundFile } from '../../../server/domain/inbound-documents/open-inbound-file';
import { returnInboundDocument } from '../../../server/domain/inbound-documents/return-inbound-document';
import { MOST_SHOWN } from '../../../server/domain/inbound-documents/rules';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { showId } from '../../../server/shared/ids';
import { auditRows, personContext, testOrg } from '../../support/database';
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
        originated_at_precision: 'minute',
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

  it('that cannot be read is listed until a user rejects it, and can be returned', async () => {
    const { pid: segment } = await patient();
    const { inboundId: id, messageId } = await mdm({ pid: segment, number: numberOf(), obx: [] });
    const isListed = async () =>
      (await listInboundDocuments(fresh(own.clinician), { limit: 100, view: 'open' })).data.some(
        (one) => one.id === id,
      );
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
    const rejected = await listInboundDocuments(fresh(own.clinician), { limit: 1, view: 'rejected' });
    expect(rejected.data).toMatchObject([
      { id, decided: { reason: 'The sender will send it again.', by_name: expect.any(String) } },
    ]);
    const ctx = fresh(own.clinician);
    expect(await returnInboundDocument(ctx, { id })).toEqual({ id, state: 'unreadable' });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'return_inbound_document', detail: { state: 'unreadable', before: 'dismissed' } },
    ]);
    expect(await isListed()).toBe(true);
    expect(await getInboundDocument(fresh(own.clinician), { id, with: [] })).toMatchObject({ decided: null });
    expect((await work(own.feed, messageId)).state).toBe('unreadable');
    await expect(returnInboundDocument(fresh(own.clinician), { id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
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

describe('a file of an unmatched document', () => {
  const open = (id: string, part: number, ctx = fresh(own.clinician)) => openInboundFile(ctx, { id, part });

  it('is opened by users who may file it until then, and each time recorded', async () => {
    const { id: patientId } = await patient();
    const sent = await mdm({
      txa: { 25: 'Scan' },
      obx: [
        ...text('Words.'),
        ed(PDF),
        ed(Buffer.from('MZ\0\0\x90\x00'), 'application^pdf', 'B^B^L'),
        ed(Buffer.from('<html><body>Page.</body></html>'), 'text^html', 'C^C^L'),
        ed(Buffer.from('<div>Not a page.</div>'), 'text^html', 'D^D^L'),
        ed(PDF.subarray(0, -10), 'application^pdf', 'E^E^L'),
      ],
    });
    const { inboundId: id } = sent;
    expect((await getInboundDocument(fresh(own.clinician), { id, with: [] })).sent).toMatchObject({
      files: [
        { part: 1, type: 'application/pdf', may_open: true, lacks_end: false, size: PDF.length },
        { part: 2, type: 'application/pdf', may_open: false },
        { part: 3, type: 'text/html', may_open: true, lacks_end: false },
        { part: 4, type: 'text/html', may_open: false },
        { part: 5, type: 'application/pdf', may_open: true, lacks_end: true },
      ],
      text: 'Words.',
      whole_text: null,
    });
    const ctx = fresh(own.clinician);
    const { document, file } = await open(id, 1, ctx);
    expect(Buffer.concat(await file.stream().toArray())).toEqual(PDF);
    expect(Buffer.concat(await file.stream({ start: 1, end: 3 }).toArray()).toString()).toBe('PDF');
    expect(document).toMatchObject({
      fileName: 'Scan.pdf',
      contentType: 'application/pdf',
      size: PDF.length,
    });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'open_inbound_file', kind: 'download', outcome: 'allowed', object_id: sent.document.id },
    ]);
    const words = await open(id, 0);
    expect(Buffer.concat(await words.file.stream().toArray()).toString()).toBe('Words.');
    // Its bytes decide, as at filing.
    for (const part of [2, 4]) await expect(open(id, part)).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await open(id, 3)).document.contentType).toMatch(/^text\/html/);
    await expect(open(id, 6)).rejects.toMatchObject({ code: 'not_found' });
    for (const [other, code] of [
      [await personContext(own.org, 'viewer'), 'forbidden'],
      [await personContext(await testOrg(), 'clinician'), 'not_found'],
    ] as const)
      await expect(open(id, 1, other)).rejects.toMatchObject({ code });
    await fileInboundDocument(fresh(own.clinician), { id, patient_id: patientId, reason: 'Looks right.' });
    for (const filed of await documentsOf(patientId))
      expect(await listDocumentCorrections(fresh(own.clinician), { id: filed.id })).toMatchObject({
        decided: { by: 'Test clinician', reason: 'Looks right.', differs: ['mrn'] },
      });
    await expect(open(id, 1)).rejects.toMatchObject({ code: 'invalid_state', message: /in the chart/ });
  });

  it('with a long text is shown in part and opened whole', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `${at} ${'a'.repeat(100)}`);
    const { inboundId: id } = await mdm({ obx: text(...lines) });
    const { sent } = await getInboundDocument(fresh(own.clinician), { id, with: [] });
    expect([sent.text?.length, sent.whole_text]).toEqual([MOST_SHOWN, 0]);
    const { file } = await open(id, 0);
    expect(Buffer.concat(await file.stream().toArray()).toString()).toBe(lines.join('\n'));
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
    const sent = await documentsOf(id);
    const [second] = sent;
    await signOffDocument(fresh(own.clinician), { id: second!.id });
    const { document } = await mdm({ event: 'T11', pid: segment, number, at: '20260107', obx: [] });
    expect(document.outcome).toBe('document_withdrawn');
    for (const shown of await documentsOf(id)) {
      expect(shown).toMatchObject({ status: 'available' });
      expect(shown.withdrawn_at).toMatch(/^2026-01-07/);
    }
    // Each version keeps the time of the message that sent it.
    const times = (all: typeof sent) => all.map(({ id, source }) => [id, source!.sent_at]);
    expect(times(await documentsOf(id))).toEqual(times(sent));
    expect(new Set(sent.map(({ source }) => source!.sent_at)).size).toBe(2);
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
