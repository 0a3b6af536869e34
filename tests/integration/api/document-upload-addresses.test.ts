import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../server/shared/scopes';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { expireUploads } from '../../../server/domain/documents/expire-uploads';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { addressOf, announced, PDF, put, stagedBytes, uploadSetting } from '../../support/document-uploads';
import { filesOf } from '../../support/documents';

/** When upload URLs are rejected. */

const at = uploadSetting();

describe('upload URL is rejected', () => {
  const rejected = async (address: string, status: number, code: string) => {
    const sent = await put(address, PDF);
    expect([sent.status, sent.json.code], address).toEqual([status, code]);
    expect(await filesOf(at.org)).toEqual([]);
    return sent;
  };

  it('when it was never created, with any method', async () => {
    const made = await at.announce();
    for (const token of [
      '',
      'x',
      'A'.repeat(43),
      `${addressOf(made).slice(-43)}/x`,
      `${addressOf(made).slice(-42)}`,
    ])
      await rejected(`${at.server.url}/uploads/${token}`, 404, 'not_found');
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await fetch(addressOf(made), { method });
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'PUT']);
    }
  });

  it('when its key is revoked, expired or has lost the scope', async () => {
    const made = await at.announce();
    const set = (revoked: Date | null, expires: Date | null, scopes: readonly string[]) =>
      asSuperuser('UPDATE api_keys SET revoked_at = $2, expires_at = $3, scopes = $4 WHERE org_id = $1', [
        at.org.orgId,
        revoked,
        expires,
        scopes,
      ]);
    const now = new Date();
    for (const change of [
      () => set(now, null, SCOPES),
      () => set(null, now, SCOPES),
      () => set(null, null, ['documents:read']),
    ]) {
      await change();
      const sent = await rejected(addressOf(made), 401, 'invalid_credentials');
      expect(await auditRows(sent.headers.get('x-request-id')!)).toMatchObject([
        { action: 'upload_document', outcome: 'refused', actor: made.json.created_by },
      ]);
    }
    await set(null, null, SCOPES);
    expect((await put(addressOf(made), PDF)).status).toBe(204);
  });

  it('when its user may no longer file documents', async () => {
    const person = await personContext(at.org, 'clinician');
    const made = await createDocument(
      person,
      createDocumentInput.parse({ patient_id: at.patientId, upload: announced(PDF) }),
    );
    const address = made.upload!.url!;
    for (const change of ["role = 'viewer'", 'ended_at = now()']) {
      await asSuperuser(`UPDATE memberships SET ${change} WHERE user_id = $1`, [person.actor.id]);
      await rejected(address, 401, 'invalid_credentials');
    }
    await asSuperuser("UPDATE memberships SET role = 'clinician', ended_at = NULL WHERE user_id = $1", [
      person.actor.id,
    ]);
    expect((await put(address, PDF)).status).toBe(204);
  });

  it('when the patient was deleted, also during the upload', async () => {
    const [made, late] = [await at.announce(), await at.announce()];
    const request = http.request(addressOf(late), {
      method: 'PUT',
      headers: { 'Content-Length': PDF.length },
    });
    const answered = new Promise<number>((resolve) =>
      request.on('response', (response) => resolve(response.statusCode!)),
    );
    request.write(PDF.subarray(0, 30_000));
    await expect.poll(() => stagedBytes()).toBeGreaterThan(0);
    await deletePatient(at.org.ctx, { id: at.patientId });
    request.end(PDF.subarray(30_000));
    expect(await answered).toBe(404);
    await rejected(addressOf(made), 404, 'not_found');
  });

  it('when it has expired; a PUT that started in time may complete', async () => {
    const [made, late] = [await at.announce(), await at.announce()];
    const request = http.request(addressOf(late), {
      method: 'PUT',
      headers: { 'Content-Length': PDF.length },
    });
    const answered = new Promise<number>((resolve) =>
      request.on('response', (response) => resolve(response.statusCode!)),
    );
    request.write(PDF.subarray(0, 30_000));
    await expect.poll(() => stagedBytes()).toBeGreaterThan(0);
    await asSuperuser('UPDATE upload_tokens SET expires_at = now() WHERE org_id = $1', [at.org.orgId]);
    expect(await expireUploads()).toBe(0);
    request.end(PDF.subarray(30_000));
    expect(await answered).toBe(204);
    const sent = await put(addressOf(made), PDF);
    expect([sent.status, sent.json.code]).toEqual([404, 'not_found']);
  });

  it('when it was cleaned up: the document stays as failed, with one event', async () => {
    const made = await at.announce();
    // Uses the time of the record: a test that moved the clock leaves this process slightly ahead, because IDs never
    // go back.
    const announcedAt = Date.parse(String(made.json.created_at));
    const later = new Date(announcedAt + 75 * 60_000 + 1_000);
    // This also expires announcements of other tests; this one is not due yet.
    await expireUploads(new Date(announcedAt + 74 * 60_000));
    expect(await at.read(made.json.id)).toMatchObject({ status: 'pending_upload', version: 1 });
    // Other tests may have left more than one sweep takes.
    const sweep = async () => {
      while ((await expireUploads(later)) > 0);
    };
    await Promise.all([sweep(), sweep()]);
    expect(await at.read(made.json.id)).toMatchObject({ status: 'failed', version: 2, upload: null });
    const [, event, ...more] = await at.eventsOf(made.json.id);
    expect([event!.type, event!.sequence, more]).toEqual(['document.updated', 2, []]);
    expect(JSON.parse(event!.body).data).toMatchObject({
      changed_fields: ['status'],
      previous: { status: 'pending_upload' },
    });
    await rejected(addressOf(made), 404, 'not_found');
  });
});
