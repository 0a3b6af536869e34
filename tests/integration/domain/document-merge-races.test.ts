import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createDocument } from '../../../server/domain/documents/create-document';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { fileUpload } from '../../../server/domain/documents/file-upload';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { storeUpload } from '../../../server/domain/documents/store-upload';
import { findUpload, uploadDocument } from '../../../server/domain/documents/upload-document';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { unmergePatients } from '../../../server/domain/patients/unmerge-patients';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { storage } from '../../../server/storage/index';
import { documentFeed, numberOf, text } from '../../support/document-feed';
import { deliver, laboratory } from '../../support/intake';
import { meetAt } from '../../support/locked-rows';
import { fresh } from '../../support/patient-feed';

/** Documents that are filed or moved while their patient is merged: none is lost, and neither side fails. */

const NOTE = 'A note of our own.\n';
const own = documentFeed();
const { mdm, documentsOf, patient } = own;

const merge = (id: string, merged_patient_id: string) =>
  mergePatients(fresh(own.org.ctx), { id, merged_patient_id, reason: 'Registered twice.' });
const unmerge = (id: string, merged_patient_id: string) =>
  unmergePatients(fresh(own.org.ctx), { id, merged_patient_id, reason: 'They are twins.' });
const move = (id: string, patient_id: string) =>
  moveDocument(fresh(own.clinician), { id, patient_id, reason: 'Wrong chart.' });

/** The first operation comes first, and the second has read the charts as they were before it. */
async function meet(record: { id: string }, ...operations: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const done = await meetAt(
    ['patients WHERE org_id = $1 AND id = $2', own.org.orgId, readId('patient', record.id)],
    operations,
  );
  return done.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code));
}

async function sent() {
  const [survivor, merged] = [await patient(), await patient()];
  const number = numberOf();
  await mdm({ pid: merged.pid, number, obx: text('First.') });
  return { survivor, merged, number };
}

describe('a document message at the moment of a merge', () => {
  it('files a new document in the chart of the survivor, and it returns with its record', async () => {
    const [survivor, merged] = [await patient(), await patient()];
    const done = await meet(
      merged,
      () => merge(survivor.id, merged.id),
      () => mdm({ pid: merged.pid, number: numberOf() }),
    );
    expect(done).toEqual(['done', 'done']);
    expect(await documentsOf(survivor.id)).toHaveLength(1);
    await unmerge(survivor.id, merged.id);
    expect(await documentsOf(merged.id)).toHaveLength(1);
  });

  it.each([
    ['version', { event: 'T08', obx: text('Second.') }, 2],
    ['status', { event: 'T04', obx: [], txa: { 17: 'LA' } }, 1],
    ['withdrawal', { event: 'T11', obx: [] }, 1],
  ])('with a new %s of a document follows it', async (_what, message, count) => {
    const { survivor, merged, number } = await sent();
    const done = await meet(
      merged,
      () => merge(survivor.id, merged.id),
      () => mdm({ ...message, pid: merged.pid, number, at: '20260106' }),
    );
    expect(done).toEqual(['done', 'done']);
    expect(await documentsOf(survivor.id)).toHaveLength(count);
    await unmerge(survivor.id, merged.id);
    expect(await documentsOf(survivor.id)).toEqual([]);
    expect(await documentsOf(merged.id)).toHaveLength(count);
  });

  it('with a new version follows a document that leaves the joint chart', async () => {
    const { survivor, merged, number } = await sent();
    await merge(survivor.id, merged.id);
    const done = await meet(
      survivor,
      () => unmerge(survivor.id, merged.id),
      () => mdm({ event: 'T08', pid: merged.pid, number, at: '20260106', obx: text('Second.') }),
    );
    expect(done).toEqual(['done', 'done']);
    expect(await documentsOf(survivor.id)).toEqual([]);
    expect(await documentsOf(merged.id)).toHaveLength(2);
  });
});

describe('a held document message', () => {
  it.each([
    ['before', 'merged'],
    ['after', 'merged'],
    ['before', 'survivor'],
    ['after', 'survivor'],
  ] as const)(
    'that a user files %s its record leaves the joint chart stays with the document, whichever lock comes first (%s)',
    async (when, at) => {
      const { survivor, merged, number } = await sent();
      await merge(survivor.id, merged.id);
      const held = await mdm({
        event: 'T08',
        pid: survivor.pid.replace('Doe^Jane', 'Other^Robert'),
        number,
        at: '20260106',
        obx: text('Second.'),
      });
      expect(held.state).toBe('conflict');
      const file = { id: held.inboundId, patient_id: survivor.id, reason: 'Called the ward.' };
      const operations = [
        () => fileInboundDocument(fresh(own.clinician), file),
        () => unmerge(survivor.id, merged.id),
      ];
      const done = await meet(
        at === 'merged' ? merged : survivor,
        ...(when === 'before' ? operations : operations.toReversed()),
      );
      expect(done).toEqual(['done', 'done']);
    },
  );
});

describe('a document that is moved', () => {
  it('while the other patient is merged into its own is found in their joint chart', async () => {
    const { survivor, merged } = await sent();
    const [document] = await documentsOf(merged.id);
    const done = await meet(
      survivor,
      () => merge(survivor.id, merged.id),
      () => move(document!.id, survivor.id),
    );
    // Before or after the merge.
    expect(['done', 'validation_failed']).toContain(done[1]);
    expect(done[0]).toBe('done');
    const filed = await documentsOf(survivor.id);
    expect(filed.filter(({ status }) => status === 'available')).toHaveLength(1);
  });

  it('while the other patient is merged follows that record', async () => {
    const { survivor: right, merged: wrong } = await sent();
    const survivor = await patient();
    const [document] = await documentsOf(wrong.id);
    const done = await meet(
      right,
      () => merge(survivor.id, right.id),
      () => move(document!.id, right.id),
    );
    expect(done).toEqual(['done', 'done']);
    expect(await documentsOf(survivor.id)).toHaveLength(1);
    await unmerge(survivor.id, right.id);
    expect(await documentsOf(right.id)).toHaveLength(1);
  });

  it('twice at the same time is moved once', async () => {
    const { survivor: right, merged: wrong } = await sent();
    const other = await patient();
    const [document] = await documentsOf(wrong.id);
    const done = await Promise.allSettled([move(document!.id, right.id), move(document!.id, other.id)]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const charts = [await documentsOf(right.id), await documentsOf(other.id)];
    expect(charts.flat().filter(({ status }) => status !== 'entered_in_error')).toHaveLength(1);
  });
});

describe('at the moment of a merge', () => {
  const staged = () => storage().stage(Readable.from([Buffer.from(NOTE)]), { maxBytes: 1_000 });

  it.each([
    [
      'an uploaded file is filed',
      async (id: string) => {
        const facts = { patientId: id, fileName: 'note.txt', declaredType: null, sha256: null };
        const upload = await storeUpload(fresh(own.clinician), await staged(), facts);
        return () => fileUpload(fresh(own.clinician), { id: upload.id, patient_id: id, category: 'consent' });
      },
    ],
    [
      'the bytes of an announced document arrive',
      async (id: string) => {
        const sha256 = createHash('sha256').update(NOTE).digest('hex');
        const announced = { size: NOTE.length, sha256, file_name: 'note.txt', content_type: 'text/plain' };
        const { upload } = await createDocument(
          fresh(own.org.ctx),
          createDocumentInput.parse({ patient_id: id, upload: announced }),
        );
        const request = { requestId: newRequestId(), ip: null };
        const ticket = await findUpload(upload!.url!.split('/').at(-1)!, request);
        return async () => uploadDocument(ticket!, await staged());
      },
    ],
  ])('%s in the chart of the survivor', async (_what, prepare) => {
    const [survivor, merged] = [await patient(), await patient()];
    const file = await prepare(merged.id);
    expect(await meet(merged, () => merge(survivor.id, merged.id), file)).toEqual(['done', 'done']);
    expect(await documentsOf(survivor.id)).toMatchObject([{ status: 'available' }]);
  });

  it('a report that is moved with its files stays in the joint chart', async () => {
    const [right, wrong] = [await patient(), await patient()];
    const lab = await laboratory(own.org);
    const { reports } = await deliver(
      lab,
      'MSH|^~\\&|LAB|LAB|CDS|CLINIC|20260105130000||ORU^R01|RACE-1|P|2.5.1',
      wrong.pid,
      'OBR|1||F-RACE|GLU^Glucose^L|||20260105120000|||||||||||||||20260105130000|||F',
      'OBX|1|NM|GLU^Glucose^L||90|mg/dL|70-115||||F',
    );
    const id = showId('lab_result', reports[0]!.resultId!);
    const done = await meet(
      right,
      () => merge(right.id, wrong.id),
      () => rematchLabResult(fresh(own.clinician), { id, patient_id: right.id, reason: 'Hers.' }),
    );
    expect(['done', 'invalid_state']).toContain(done[1]);
    expect(done[0]).toBe('done');
  });
});
