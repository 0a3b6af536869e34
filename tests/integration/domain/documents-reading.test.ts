import path from 'node:path';
import { rm } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { listPatientDocumentsInput } from '../../../server/domain/documents/chart-contract';
import { listDocumentsInput } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { downloadDocument } from '../../../server/domain/documents/download-document';
import { getDocument } from '../../../server/domain/documents/get-document';
import { getDocumentNeighbors } from '../../../server/domain/documents/get-document-neighbors';
import { listDocuments } from '../../../server/domain/documents/list-documents';
import { listPatientDocuments } from '../../../server/domain/documents/list-patient-documents';
import { lostContentCounts } from '../../../server/domain/documents/lost-content';
import { readId, showId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { env } from '../../../server/env';
import { logger } from '../../../server/logger';
import { asSuperuser, auditRows, keyContext, personContext } from '../../support/database';
import { jane, NOTE, input, setting } from '../../support/documents';

describe('document reading', () => {
  it('gives the same answer for foreign, unknown and malformed IDs and documents of deleted patients', async () => {
    const { org, patient, ctx } = await setting();
    const foreign = await setting();
    const theirs = await createDocument(foreign.ctx, input(foreign.patient.id));
    const gone = await createDocument(ctx, input(patient.id));
    await deletePatient(org.ctx, { id: patient.id });
    for (const id of [
      theirs.id,
      gone.id,
      'doc_01jcxyz0000000000000000000',
      'doc_x',
      gone.id.replace('doc', 'pat'),
    ]) {
      await expect(getDocument(ctx, { id })).rejects.toMatchObject({
        code: 'not_found',
        message: 'The resource does not exist.',
      });
      await expect(downloadDocument(ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await listDocuments(ctx, listDocumentsInput.parse({}))).data).toEqual([]);
  });

  it('separates organizations even without row-level security policies', async () => {
    const { ctx } = await setting();
    const foreign = await setting();
    const theirs = await createDocument(foreign.ctx, input(foreign.patient.id));
    await asSuperuser('CREATE POLICY leak ON documents FOR SELECT TO clinical_app USING (true)');
    await asSuperuser('CREATE POLICY leak ON patients FOR SELECT TO clinical_app USING (true)');
    try {
      await expect(getDocument(ctx, { id: theirs.id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(downloadDocument(ctx, { id: theirs.id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(createDocument(ctx, input(foreign.patient.id))).rejects.toMatchObject({
        code: 'patient_not_found',
      });
      expect((await listDocuments(ctx, listDocumentsInput.parse({}))).data).toEqual([]);
    } finally {
      await asSuperuser('DROP POLICY leak ON documents');
      await asSuperuser('DROP POLICY leak ON patients');
    }
  });

  it('writes one download row before the bytes are sent, and none when they cannot be read', async () => {
    const { org, patient } = await setting();
    const made = await createDocument(org.ctx, input(patient.id));
    const ctx = keyContext(org.orgId);
    const { file, document } = await downloadDocument(ctx, { id: made.id });
    expect(document).toMatchObject({ contentType: 'text/plain; charset=utf-8', size: NOTE.length });
    await file.close();
    expect(await auditRows(ctx.requestId)).toMatchObject([
      {
        action: 'download_document',
        kind: 'download',
        outcome: 'allowed',
        patient_ids: [readId('patient', patient.id)],
      },
    ]);
    await asSuperuser("UPDATE documents SET status = 'quarantined' WHERE org_id = $1", [org.orgId]);
    const rejected = keyContext(org.orgId);
    await expect(downloadDocument(rejected, { id: made.id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect(await getDocument(rejected, { id: made.id })).toMatchObject({ content_url: null });
    await asSuperuser("UPDATE documents SET status = 'available', size = 5 WHERE org_id = $1", [org.orgId]);
    const logged = vi.spyOn(logger, 'error');
    const before = { ...lostContentCounts() };
    const lost = { code: 'content_unavailable', status: 500 };
    await expect(downloadDocument(rejected, { id: made.id })).rejects.toMatchObject(lost);
    await rm(path.join(env.DATA_DIR, 'documents', org.orgId), { recursive: true });
    await expect(downloadDocument(rejected, { id: made.id })).rejects.toMatchObject(lost);
    const lines = logged.mock.calls.map(([facts]) => facts);
    logged.mockRestore();
    const where = {
      request_id: rejected.requestId,
      organization: showId('organization', org.orgId),
      document: made.id,
    };
    expect(lines).toEqual([
      { ...where, loss: 'altered' },
      { ...where, loss: 'missing', code: 'ENOENT' },
    ]);
    const after = lostContentCounts();
    expect([after.altered - before.altered, after.missing - before.missing]).toEqual([1, 1]);
    expect((await auditRows(rejected.requestId)).map(({ action }) => action)).toEqual(['get_document']);
  });

  it('checks that the user of a signed URL is still active', async () => {
    const { org, patient } = await setting();
    const made = await createDocument(org.ctx, input(patient.id));
    const person: Context = await personContext(org, 'viewer');
    const open = async (ctx: Context) =>
      (await downloadDocument(ctx, { id: made.id }, { bySignedAddress: true })).file.close();
    await expect(open(person)).resolves.toBeUndefined();
    await expect(open(keyContext(org.orgId))).rejects.toMatchObject({ code: 'invalid_credentials' });
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE user_id = $1', [person.actor.id]);
    await expect(open(person)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('listDocuments', () => {
  it('filters, pages by time in both directions, and records every patient in the audit', async () => {
    const { org, patient } = await setting();
    const other = await createPatient(org.ctx, jane);
    const made: string[] = [];
    for (let n = 0; n < 7; n++) {
      const { id } = await createDocument(
        org.ctx,
        input(n === 6 ? other.id : patient.id, {
          title: `Letter ${n} of 100%`,
          category: n % 2 ? 'referral' : 'other',
          document_date: `2026-11-0${n + 1}`,
          type: n === 3 ? { system: 'http://loinc.org', code: '11488-4' } : null,
        }),
      );
      made.push(id);
    }
    const ctx = keyContext(org.orgId);
    const ids = async (query: object) =>
      (await listDocuments(ctx, listDocumentsInput.parse(query))).data.map(({ id }) => id);
    const at = (...places: number[]) => places.map((place) => made[place]);
    for (const sort of ['created_at', '-created_at', 'updated_at', '-updated_at']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await listDocuments(
          ctx,
          listDocumentsInput.parse({ limit: 3, sort, ...(cursor ? { cursor } : {}) }),
        );
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen).toEqual(sort.startsWith('-') ? [...made].reverse() : made);
    }
    expect(await ids({ patient_id: other.id })).toEqual(at(6));
    expect(await ids({ category: 'referral', sort: 'created_at' })).toEqual(at(1, 3, 5));
    expect(await ids({ q: 'LETTER 4' })).toEqual(at(4));
    expect(await ids({ q: '_0%' })).toEqual([]);
    expect(
      await ids({
        q: '0%',
        document_date_since: '2026-11-02',
        document_date_until: '2026-11-04',
        sort: 'created_at',
      }),
    ).toEqual(at(1, 2));
    expect(await ids({ type: '11488-4' })).toEqual(at(3));
    expect(await ids({ content_type: 'text/plain' })).toHaveLength(7);
    expect(await ids({ content_type: 'application/pdf' })).toEqual([]);
    expect(await ids({ status: 'quarantined' })).toEqual([]);
    expect(await ids({ order_id: 'ord_01jcxyz0000000000000000000' })).toEqual([]);
    expect(
      await listDocuments(ctx, listDocumentsInput.parse({ include: 'total_count', limit: 1 })),
    ).toMatchObject({ total_count: 7, has_more: true });
    const fresh = keyContext(org.orgId);
    await listDocuments(fresh, listDocumentsInput.parse({}));
    const [row] = await auditRows(fresh.requestId);
    expect(row).toMatchObject({ action: 'list_documents', kind: 'list', detail: { count: 7 } });
    expect(row!.patient_ids.sort()).toEqual([patient.id, other.id].map((id) => readId('patient', id)).sort());
    await expect(ids({ cursor: 'x.y' })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('documents of one chart', () => {
  /**
   * The third one has no date and was filed late on 4 November UTC, which is the 5th in the organization's time zone.
   */
  async function chart() {
    const { org, patient, ctx } = await setting();
    await asSuperuser("UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = $1", [org.orgId]);
    const kinds = [
      { category: 'referral', document_date: '2026-11-01' },
      { category: 'consent', document_date: '2026-11-02' },
      { category: 'referral' },
      { category: 'referral', document_date: '2026-11-20' },
    ];
    const ids: string[] = [];
    for (const [nth, facts] of kinds.entries())
      ids.push((await createDocument(ctx, input(patient.id, { title: `Letter ${nth}`, ...facts }))).id);
    await asSuperuser('UPDATE documents SET created_at = $2 WHERE id = $1', [
      readId('document', ids[2]!),
      '2026-11-04T23:30:00Z',
    ]);
    return { org, patient, ctx, ids };
  }

  it('returns the filtered documents page by page with the number of hidden ones', async () => {
    const { patient, ctx, ids } = await chart();
    const other = await createPatient(ctx, { ...jane, name: { ...jane.name, given: ['Other'] } });
    await createDocument(ctx, input(other.id, { category: 'referral' }));
    const list = async (query: object) => {
      const seen: string[] = [];
      const hidden = new Set<number>();
      let cursor: string | undefined;
      do {
        const page = await listPatientDocuments(
          ctx,
          listPatientDocumentsInput.parse({ patient_id: patient.id, limit: 1, ...query, cursor }),
        );
        seen.push(...page.data.map(({ id }) => id));
        hidden.add(page.hidden_count);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(hidden.size).toBe(1);
      return { seen: seen.map((id) => ids.indexOf(id)), hidden: [...hidden][0] };
    };
    expect(await list({})).toEqual({ seen: [3, 2, 1, 0], hidden: 0 });
    expect(await list({ category: 'referral' })).toEqual({ seen: [3, 2, 0], hidden: 1 });
    expect(await list({ status: 'quarantined' })).toEqual({ seen: [], hidden: 4 });
    expect(await list({ from: '2026-11-02', to: '2026-11-05' })).toEqual({ seen: [2, 1], hidden: 2 });
    expect(await list({ from: '2026-11-05', to: '2026-11-05' })).toEqual({ seen: [2], hidden: 3 });
    expect(await list({ to: '2026-11-04', category: 'referral' })).toEqual({ seen: [0], hidden: 3 });
    // One without a date by the day on which it was filed.
    await asSuperuser('UPDATE documents SET document_date = $2 WHERE id = ANY($1)', [
      [readId('document', ids[0]!), readId('document', ids[3]!)],
      '2026-11-20',
    ]);
    const byDate = { order: 'document_date' } as const;
    expect(await list(byDate)).toEqual({ seen: [3, 0, 2, 1], hidden: 0 });
    expect(await list({ ...byDate, category: 'referral' })).toEqual({ seen: [3, 0, 2], hidden: 1 });
    const { newer, older } = await getDocumentNeighbors(ctx, { id: ids[0]!, ...byDate });
    expect([newer?.id, older?.id]).toEqual([ids[3], ids[2]]);
    const last = await getDocumentNeighbors(ctx, { id: ids[1]!, ...byDate });
    expect([last.newer?.id, last.older]).toEqual([ids[2], null]);
  });

  it('leaves superseded versions out, as long as a newer one can be read', async () => {
    const { org, patient, ctx, ids } = await chart();
    const set = (nth: number, change: string) =>
      asSuperuser(`UPDATE documents SET ${change} WHERE org_id = $1 AND id = $2`, [
        org.orgId,
        readId('document', ids[nth]!),
      ]);
    const list = async (query: object = {}) => {
      const page = await listPatientDocuments(
        ctx,
        listPatientDocumentsInput.parse({ patient_id: patient.id, ...query }),
      );
      const all = await listDocuments(
        ctx,
        listDocumentsInput.parse({ patient_id: patient.id, superseded: 'exclude' }),
      );
      const own = page.data.map(({ id }) => id);
      if (Object.keys(query).length === 0) expect(all.data.map(({ id }) => id)).toEqual(own);
      return [own.map((id) => ids.indexOf(id)), page.superseded_count, page.hidden_count];
    };
    // 0 is replaced by 2, and 2 by 3.
    await set(0, `replaced_by = '${readId('document', ids[2]!)}'`);
    await set(2, `replaced_by = '${readId('document', ids[3]!)}'`);
    expect(await list()).toEqual([[3, 1], 2, 0]);
    expect(await list({ superseded: 'include' })).toEqual([[3, 2, 1, 0], 0, 0]);
    expect(await list({ q: 'Letter 2' })).toEqual([[], 1, 3]);
    const { older } = await getDocumentNeighbors(ctx, { id: ids[3]! });
    expect(older?.id).toBe(ids[1]);
    const { older: version } = await getDocumentNeighbors(ctx, { id: ids[3]!, superseded: 'include' });
    expect(version?.id).toBe(ids[2]);
    for (const [change, back] of [
      [`status = 'entered_in_error'`, `status = 'available'`],
      [`status = 'quarantined'`, `status = 'available'`],
      [`withdrawn_at = now()`, `withdrawn_at = null`],
    ] as const) {
      await set(3, change);
      expect(await list()).toEqual([[3, 2, 1], 1, 0]);
      await set(3, back);
    }
    await set(0, `status = 'entered_in_error'`);
    expect(await list()).toEqual([[3, 1, 0], 1, 0]);
    await set(1, `replaced_by = id`);
    expect(await list()).toEqual([[3, 1, 0], 1, 0]);
    expect(
      (await listDocuments(ctx, listDocumentsInput.parse({ patient_id: patient.id }))).data,
    ).toHaveLength(4);
  });

  it('finds the previous and next document in the filtered list, never of another patient', async () => {
    const { org, patient, ctx, ids } = await chart();
    const other = await createPatient(ctx, { ...jane, name: { ...jane.name, given: ['Other'] } });
    await createDocument(ctx, input(other.id));
    const neighborsOf = async (nth: number, filter: object = {}) => {
      const found = await getDocumentNeighbors(ctx, { id: ids[nth]!, ...filter });
      return [found.newer, found.older].map((one) => one && ids.indexOf(one.id));
    };
    expect(await neighborsOf(3)).toEqual([null, 2]);
    expect(await neighborsOf(1)).toEqual([2, 0]);
    expect(await neighborsOf(0)).toEqual([1, null]);
    expect(await neighborsOf(2, { category: 'referral' })).toEqual([3, 0]);
    expect(await neighborsOf(1, { from: '2026-11-06' })).toEqual([3, null]);
    expect((await getDocumentNeighbors(ctx, { id: ids[3]!, list: 'all' })).newer).toMatchObject({
      patient_id: other.id,
    });
    const fresh = await personContext(org, 'viewer');
    await getDocumentNeighbors(fresh, { id: ids[1]! });
    expect(await auditRows(fresh.requestId)).toMatchObject([
      { action: 'get_document_neighbors', patient_ids: [readId('patient', patient.id)] },
    ]);
    const ofAll = await personContext(org, 'viewer');
    await getDocumentNeighbors(ofAll, { id: ids[3]!, list: 'all' });
    const [row] = await auditRows(ofAll.requestId);
    expect(row!.patient_ids.toSorted()).toEqual(
      [patient.id, other.id].map((id) => readId('patient', id)!).toSorted(),
    );
  });
});
