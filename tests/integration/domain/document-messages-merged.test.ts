import { describe, expect, it } from 'vitest';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { getDocument } from '../../../server/domain/documents/get-document';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { unmergePatients } from '../../../server/domain/patients/unmerge-patients';
import { readId } from '../../../server/shared/ids';
import { documentFeed, numberOf, text } from '../../support/document-feed';
import { fresh } from '../../support/patient-feed';

/** Documents received as messages for a record that was merged, and after the merge is undone. */

const own = documentFeed();
const { mdm, documentsOf, patient } = own;

async function mergedPair() {
  const [survivor, merged] = [await patient(), await patient()];
  await merge(survivor.id, merged.id);
  return { survivor, merged };
}
const merge = (id: string, merged_patient_id: string) =>
  mergePatients(fresh(own.org.ctx), { id, merged_patient_id, reason: 'Registered twice.' });
const unmerge = (id: string, merged_patient_id: string) =>
  unmergePatients(fresh(own.org.ctx), { id, merged_patient_id, reason: 'They are twins.' });
const shown = async (id: string) =>
  (await documentsOf(id)).map(({ id: document, replaced_by, replaces, addendum_to }) => ({
    document,
    replaced_by,
    replaces,
    addendum_to,
  }));

describe('a document of a merged record', () => {
  it('is filed for the survivor, and returns when the merge is undone', async () => {
    const { survivor, merged } = await mergedPair();
    const { document } = await mdm({ pid: merged.pid, number: numberOf() });
    expect(document).toMatchObject({
      state: 'filed',
      patientId: readId('patient', survivor.id),
      addressedPatientId: readId('patient', merged.id),
    });
    await unmerge(survivor.id, merged.id);
    expect(await documentsOf(survivor.id)).toEqual([]);
    expect(await documentsOf(merged.id)).toHaveLength(1);
  });

  it('that was held before the merge is filed by a user for the record it names', async () => {
    const [survivor, merged] = [await patient(), await patient()];
    const { inboundId } = await mdm({
      pid: merged.pid.replace('19450714', '19450715'),
      number: numberOf(),
    });
    await merge(survivor.id, merged.id);
    await fileInboundDocument(fresh(own.clinician), {
      id: inboundId,
      patient_id: survivor.id,
      reason: 'Called the ward.',
    });
    expect(await documentsOf(survivor.id)).toHaveLength(1);
    await unmerge(survivor.id, merged.id);
    expect(await documentsOf(survivor.id)).toEqual([]);
    expect(await documentsOf(merged.id)).toHaveLength(1);
  });

  it('stays with its versions and addenda, whichever MRN they have', async () => {
    const [survivor, merged] = [await patient(), await patient()];
    const [number, next] = [numberOf(), numberOf()];
    await mdm({ pid: merged.pid, number, obx: text('First.') });
    await merge(survivor.id, merged.id);
    const later = { pid: survivor.pid, at: '20260106' };
    await mdm({ ...later, event: 'T08', number, obx: text('Second.') });
    await mdm({ ...later, event: 'T06', number: numberOf(), txa: { 13: number }, obx: text('And.') });
    await mdm({ ...later, event: 'T10', number: next, txa: { 13: number }, obx: text('Third.') });
    await unmerge(survivor.id, merged.id);
    expect(await documentsOf(survivor.id)).toEqual([]);
    expect(await documentsOf(merged.id)).toHaveLength(4);
  });

  it('that replaced one of the other record no longer does when the merge is undone', async () => {
    const [survivor, merged] = [await patient(), await patient()];
    const number = numberOf();
    // The same number in both charts: a user filed the second version for the other record.
    await mdm({ pid: merged.pid, number, obx: text('First.') });
    const second = await mdm({
      event: 'T08',
      pid: survivor.pid,
      number,
      at: '20260106',
      obx: text('Second.'),
    });
    expect(second.state).toBe('conflict');
    await fileInboundDocument(fresh(own.clinician), {
      id: second.inboundId,
      patient_id: survivor.id,
      reason: 'The MRN is right.',
    });
    await merge(survivor.id, merged.id);
    await mdm({ event: 'T08', pid: survivor.pid, number, at: '20260107', obx: text('Third.') });
    expect((await shown(survivor.id)).filter(({ replaced_by: by }) => by === null)).toHaveLength(1);
    const { undecided } = await unmerge(survivor.id, merged.id);
    const charts = [await shown(survivor.id), await shown(merged.id)];
    for (const chart of charts) {
      const ids = chart.map(({ document }) => document);
      for (const one of chart)
        for (const link of [one.replaced_by, one.replaces, one.addendum_to])
          expect(link === null || ids.includes(link)).toBe(true);
      expect(chart.some(({ replaced_by: by }) => by === null)).toBe(true);
    }
    expect(undecided.filter(({ object }) => object === 'document').length).toBeGreaterThan(0);
  });

  it('that a user moved away stays there when the merge is undone', async () => {
    const { survivor, merged } = await mergedPair();
    const right = await patient();
    await mdm({ pid: merged.pid, number: numberOf() });
    const [filed] = await documentsOf(survivor.id);
    const moved = await moveDocument(fresh(own.clinician), {
      id: filed!.id,
      patient_id: right.id,
      reason: 'Wrong chart.',
    });
    await unmerge(survivor.id, merged.id);
    expect((await getDocument(fresh(own.org.ctx), { id: moved.id })).patient_id).toBe(right.id);
  });

  it('that the sender withdrew stays withdrawn', async () => {
    const [survivor, merged] = [await patient(), await patient()];
    const number = numberOf();
    await mdm({ pid: merged.pid, number });
    await merge(survivor.id, merged.id);
    await mdm({ event: 'T11', pid: merged.pid, number, at: '20260106', obx: [] });
    await unmerge(survivor.id, merged.id);
    const [back] = await documentsOf(merged.id);
    expect(back!.withdrawn_at).not.toBeNull();
  });
});
