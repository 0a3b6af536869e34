import { describe, expect, it } from 'vitest';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { listDocumentCorrections } from '../../../server/domain/documents/list-document-corrections';
import { markDocumentInError } from '../../../server/domain/documents/mark-document-in-error';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { signOffDocument } from '../../../server/domain/documents/sign-off-document';
import { createPatientFromDocument } from '../../../server/domain/inbound-documents/create-patient-from-document';
import { dismissInboundDocument } from '../../../server/domain/inbound-documents/dismiss-inbound-document';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { getInboundDocument } from '../../../server/domain/inbound-documents/get-inbound-document';
import { listInboundDocuments } from '../../../server/domain/inbound-documents/list-inbound-documents';
import { returnInboundDocument } from '../../../server/domain/inbound-documents/return-inbound-document';
import { undoInboundDocument } from '../../../server/domain/inbound-documents/undo-inbound-document';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { registerPatientInput } from '../../../server/domain/patients/contract';
import type { Context } from '../../../server/shared/context';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { documentFeed, ed, numberOf, PDF, text } from '../../support/document-feed';
import { hospital, inboundDocumentsOf, work } from '../../support/intake';
import { fresh, pid } from '../../support/patient-feed';
import { nightly } from '../../support/test-size';

const own = documentFeed();
const { mdm, documentsOf, contentOf, eventsOf, patient } = own;

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

  it('do not withdraw the document of another patient', async () => {
    const [{ id, pid: segment }, other] = [await patient(), await patient()];
    const number = numberOf();
    await mdm({ event: 'T11', pid: other.pid, number, at: '20260106', obx: [] });
    await mdm({ pid: segment, number, at: '20260105' });
    expect(await documentsOf(id)).toMatchObject([{ withdrawn_at: null }]);
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

  it('with the number of documents in two charts is held', async () => {
    const [one, other] = [await patient(), await patient()];
    const number = numberOf();
    await mdm({ pid: one.pid, number, obx: text('First.') });
    const second = await mdm({ event: 'T08', pid: other.pid, number, at: '20260106', obx: text('Second.') });
    await fileInboundDocument(fresh(own.clinician), {
      id: second.inboundId,
      patient_id: other.id,
      reason: 'The MRN is right.',
    });
    const third = await mdm({
      event: 'T08',
      pid: pid(`U-${number}`),
      number,
      at: '20260107',
      obx: text('Third.'),
    });
    expect([third.state, third.document.problem]).toEqual(['unmatched', 'several_matches']);
  });

  it.each([
    ['another birth date', { 7: '19990101' }, 'patient_differs', 'birth_date'],
    ['another name', { 5: 'Doe^Robert' }, 'name_differs', 'given'],
    ['another sex', { 8: 'M' }, 'sex_differs', 'sex'],
  ])('with %s for the MRN is held', async (_words, fields, problem, differing) => {
    const { id, mrn } = await patient();
    const { state, document } = await mdm({ pid: pid(mrn, fields), number: numberOf() });
    expect([state, document.problem, document.patientId]).toEqual(['conflict', problem, null]);
    expect(await documentsOf(id)).toEqual([]);
    const shown = await getInboundMessage(fresh(own.org.ctx), {
      id: showId('inbound_message', document.messageId),
    });
    expect(shown.documents).toMatchObject([{ found_by: 'mrn', differs: [differing] }]);
  });

  it('moves with all versions, and a later one of the other patient is held', async () => {
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
    expect(moved.moved_count).toBe(3);
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
    expect(document).toMatchObject({
      state: 'conflict',
      problem: 'patient_differs',
      patientId: null,
      why: { candidate: readId('patient', right.id) },
    });
    expect(await documentsOf(right.id)).toHaveLength(3);
    const withdrawal = await mdm({ event: 'T11', pid: wrong.pid, number, at: '20260108', obx: [] });
    expect(withdrawal.document).toMatchObject({ state: 'changed', outcome: 'document_withdrawn' });
  });

  it('moves with a version that the malware scan has quarantined', nightly, async () => {
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
    const { document } = await mdm({ event: 'T11', pid: wrong.pid, number, at: '20260107', obx: [] });
    expect(document.outcome).toBe('document_withdrawn');
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

  it.each([
    ['another', '19990101', 'different'],
    ['an invalid', '19682211', 'invalid'],
  ])('needs a reason if a user files it with %s birth date', async (_words, born, how) => {
    const { id, mrn } = await patient();
    const sent = await mdm({ pid: pid(mrn, { 7: born }), number: numberOf() });
    const shown = await getInboundDocument(fresh(own.clinician), { id: sent.inboundId, with: [] });
    expect(shown).toMatchObject({
      problem: born === '19990101' ? 'patient_differs' : 'birth_date_missing',
      found_by: 'mrn',
      differs: born === '19990101' ? ['birth_date'] : [],
    });
    expect(shown.candidates[0]).toMatchObject({ patient: { id }, compared: { birth_date: how } });
    const file = { id: sent.inboundId, patient_id: id };
    await expect(fileInboundDocument(fresh(own.clinician), file)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await fileInboundDocument(fresh(own.clinician), { ...file, reason: 'Called the ward.' });
    expect(await documentsOf(id)).toHaveLength(1);
  });

  it('is hidden if its number names a patient of a restricted chart', async () => {
    const { id, mrn } = await patient();
    const sent = await mdm({ pid: pid(mrn, { 7: '19990101' }), number: numberOf() });
    await asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [readId('patient', id)]);
    await expect(
      getInboundDocument(fresh(own.clinician), { id: sent.inboundId, with: [] }),
    ).rejects.toMatchObject({ code: 'chart_restricted' });
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
    // With the same number, about another person.
    const other = await mdm({
      event: 'T08',
      pid: pid(`V-${number}`),
      number,
      at: '20260106',
      obx: text('Not hers.'),
    });
    const listed = await listInboundDocuments(fresh(own.clinician), { limit: 100, view: 'open' });
    expect(listed.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.inboundId, second.inboundId]),
    );
    const { id, mrn } = await patient();
    const shown = await getInboundDocument(fresh(own.clinician), { id: first.inboundId, with: [id] });
    expect(shown).toMatchObject({
      may_file: true,
      sent: { text: 'First.', files: [] },
      same_document: [
        { id: second.inboundId, event: 'T08', filed_too: true },
        { id: other.inboundId, event: 'T08', filed_too: false },
      ],
      others: [{ patient: { id, mrn }, compared: { mrn: 'different', family: 'same' } }],
    });
    const file = { id: first.inboundId, patient_id: id };
    await expect(fileInboundDocument(fresh(own.clinician), file)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const done = await fileInboundDocument(fresh(own.clinician), { ...file, reason: 'Called the ward.' });
    expect(done).toMatchObject({ state: 'filed', patient_id: id, also_filed: 1 });
    const [current, replaced] = await documentsOf(id);
    expect(done.document_id).toBe(current!.id);
    const ctx = fresh(own.clinician);
    expect(await getInboundDocument(ctx, { id: first.inboundId, with: [id] })).toMatchObject({
      may_file: false,
      may_open: false,
      chart: { id, family: 'Doe', given: 'Jane' },
      document_id: replaced!.id,
      decided: { by_name: expect.any(String), reason: 'Called the ward.' },
      same_document: [{ id: other.inboundId }],
      candidates: [],
      others: [],
    });
    expect(await auditRows(ctx.requestId)).toMatchObject([{ patient_ids: [readId('patient', id)] }]);
    expect(replaced!.replaced_by).toBe(current!.id);
    expect(await contentOf(current!.id)).toBe('Second.');
    // The decision counts for the content that the user saw.
    const again = await mdm({ event: 'T08', pid: unknown, number, at: '20260107', obx: text('Second.') });
    expect(again.document).toMatchObject({ state: 'filed', patientId: readId('patient', id) });
    const third = await mdm({ event: 'T08', pid: unknown, number, at: '20260108', obx: text('Third.') });
    expect(third.document).toMatchObject({
      state: 'conflict',
      problem: 'patient_differs',
      patientId: null,
      why: { candidate: readId('patient', id) },
    });
    expect(await documentsOf(id)).toHaveLength(2);
    const heldIn = async (ctx: Context, document: string) =>
      (await listDocumentCorrections(ctx, { id: document })).held_version_id;
    expect(await heldIn(fresh(own.clinician), current!.id)).toBe(third.inboundId);
    expect(await heldIn(fresh(own.clinician), replaced!.id)).toBeNull();
    expect(await heldIn(await personContext(own.org, 'viewer'), current!.id)).toBeNull();
    await expect(fileInboundDocument(fresh(own.clinician), file)).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('is filed with a reason if only the name matches', async () => {
    const { id } = await patient();
    const nameOnly = pid('', { 3: '', 7: '' });
    const number = numberOf();
    const { inboundId } = await mdm({ pid: nameOnly, number, obx: text('Letter.') });
    const file = { id: inboundId, patient_id: id };
    await expect(fileInboundDocument(fresh(own.clinician), file)).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/reason' }] },
    });
    await expect(
      fileInboundDocument(fresh(own.clinician), { ...file, reason: 'Called the ward.' }),
    ).resolves.toMatchObject({ state: 'filed' });
    // It lacks data, but contradicts nothing.
    const next = await mdm({ event: 'T08', pid: nameOnly, number, at: '20260106', obx: text('Corrected.') });
    expect(next.document).toMatchObject({ state: 'filed', outcome: 'replaced' });
  });

  it('has the same reason in the list and on its page', nightly, async () => {
    const known = await patient();
    const reasonOf = async (segment: string) => {
      const { inboundId: id } = await mdm({ pid: segment, number: numberOf() });
      const { problem } = await getInboundDocument(fresh(own.clinician), { id, with: [] });
      const listed = await listInboundDocuments(fresh(own.clinician), { limit: 100, view: 'open' });
      expect(listed.data.find((one) => one.id === id)).toMatchObject({ problem });
      return problem;
    };
    expect(await reasonOf(known.pid.replace(known.mrn, 'U-3'))).toBe('mrn_unknown');
    expect(await reasonOf(pid('').replace('Jane', 'Janet'))).toBe('no_match');
  });

  it('that is rejected must be returned before it is decided again', async () => {
    const sent = await mdm({ pid: pid('U-2'), number: numberOf() });
    await dismissInboundDocument(fresh(own.clinician), { id: sent.inboundId, reason: 'Not our patient.' });
    const message = await getInboundMessage(own.org.ctx, { id: showId('inbound_message', sent.messageId) });
    expect([message.state, message.documents[0]!.state]).toEqual(['processed', 'dismissed']);
    await work(own.feed, sent.messageId);
    expect((await inboundDocumentsOf(own.feed, sent.messageId))[0]!.state).toBe('dismissed');
    const { id } = await patient();
    const file = { id: sent.inboundId, patient_id: id, reason: 'It is.' };
    const typed = { name: { family: 'Doe', given: ['Jane'] }, birth_date: '1980-01-02', sex: 'female' };
    const create = { id: sent.inboundId, ...registerPatientInput.parse(typed) };
    const reject = { id: sent.inboundId, reason: 'Not ours.' };
    for (const decide of [
      () => fileInboundDocument(fresh(own.clinician), file),
      () => createPatientFromDocument(fresh(own.clinician), create),
      () => dismissInboundDocument(fresh(own.clinician), reject),
    ])
      await expect(decide()).rejects.toMatchObject({
        code: 'invalid_state',
        message: expect.stringMatching(
          /^The document was rejected by .+ in the meantime\. Reload the page\.$/,
        ) as string,
        extras: { outdated: true },
      });
    expect(await documentsOf(id)).toEqual([]);
    await returnInboundDocument(fresh(own.clinician), { id: sent.inboundId });
    await fileInboundDocument(fresh(own.clinician), file);
    expect(await documentsOf(id)).toHaveLength(1);
    await expect(returnInboundDocument(fresh(own.clinician), { id: sent.inboundId })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('that was just filed is unmatched again after undo, unless it has changed since', async () => {
    const number = numberOf();
    const sent = await mdm({ pid: pid('U-4'), number, obx: [...text('Words.'), ed(PDF), ed(PDF)] });
    const { id } = await patient();
    const file = { id: sent.inboundId, patient_id: id, reason: 'It is.' };
    const undo = (ctx = fresh(own.clinician)) => undoInboundDocument(ctx, { id: sent.inboundId });
    const held = async () => (await inboundDocumentsOf(own.feed, sent.messageId))[0]!;
    const before = await held();
    await expect(undo()).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await fileInboundDocument(fresh(own.clinician), file)).toMatchObject({ may_undo: true });
    const ctx = fresh(own.clinician);
    expect(await undo(ctx)).toEqual({ id: sent.inboundId, state: 'unmatched' });
    expect(await held()).toEqual(before);
    const undone = await documentsOf(id);
    expect(undone.map(({ status }) => status)).toEqual(['entered_in_error', 'entered_in_error']);
    expect(await eventsOf(undone[0]!.id)).toEqual([
      'document.created',
      'document.available',
      'document.removed',
    ]);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      {
        action: 'undo_inbound_document',
        patient_ids: [readId('patient', id)!],
        detail: { state: 'unmatched', before: 'filed' },
      },
    ]);
    await expect(undo()).rejects.toMatchObject({ code: 'invalid_state' });

    const again = await fileInboundDocument(fresh(own.clinician), file);
    await signOffDocument(fresh(own.clinician), { id: again.document_id! });
    const CHANGED = { code: 'invalid_state', message: /signed off or changed since/ };
    await expect(undo()).rejects.toMatchObject(CHANGED);

    const later = await mdm({ pid: pid('U-5'), number: numberOf() });
    const other = { id: later.inboundId, patient_id: id, reason: 'It is.' };
    await fileInboundDocument(fresh(own.clinician), other);
    await mdm({ pid: pid('U-5'), number: later.document.number!, event: 'T03', obx: [] });
    const undoOther = undoInboundDocument(fresh(own.clinician), { id: later.inboundId });
    await expect(undoOther).rejects.toMatchObject(CHANGED);
  });

  it('leaves the queue when the sender withdraws it', async () => {
    const number = numberOf();
    const unknown = pid(`U-${number}`);
    const sent = await mdm({ pid: unknown, number });
    const other = await mdm({ pid: pid(`V-${number}`), number });
    await mdm({ event: 'T11', pid: unknown, number, at: '20260106', obx: [] });
    expect((await inboundDocumentsOf(own.feed, other.messageId))[0]!.state).toBe('unmatched');
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
