import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { logger } from '../../../server/logger';
import { storage } from '../../../server/storage/index';
import { asSuperuser, personContext } from '../../support/database';
import { addressOf, PDF, uploadSetting } from '../../support/document-uploads';
import { signInAs } from '../../support/session';

/** An unexpected error is never silent: 500 at any endpoint, and one log line with its request ID. */

const setting = uploadSetting();
const SECRET = 'Jane Canary, at home';

let errors: MockInstance<typeof logger.error>;
beforeEach(() => {
  errors = vi.spyOn(logger, 'error');
});
afterEach(() => vi.restoreAllMocks());

const fault = () => Promise.reject(Object.assign(new Error(SECRET), { code: 'EIO' }));
const brokenDisk = () => {
  vi.spyOn(storage(), 'stage').mockImplementation(fault);
  vi.spyOn(storage(), 'open').mockImplementation(fault);
};

const bearer = () => ({ Authorization: `Bearer ${setting.key}` });
const form = () => {
  const body = new FormData();
  body.append('metadata', JSON.stringify({ patient_id: setting.patientId }));
  body.append('file', new Blob([PDF]), 'letter.pdf');
  return body;
};
const cookie = async () => ({
  Cookie: (await signInAs(await personContext(setting.org, 'clinician'))).cookie,
  'Sec-Fetch-Site': 'same-origin',
});
const inline = () =>
  JSON.stringify({
    patient_id: setting.patientId,
    content: { data: PDF.toString('base64'), file_name: 'letter.pdf' },
  });
const stored = async (): Promise<{ id: string; content_url: string }> => {
  const response = await fetch(`${setting.server.url}/v1/documents`, {
    method: 'POST',
    headers: { ...bearer(), 'Content-Type': 'application/json' },
    body: inline(),
  });
  return (await response.json()) as { id: string; content_url: string };
};

/** Requests sent after the disk failed; their records were created before. */
const ENDPOINTS: Record<string, () => Promise<() => Promise<Response>>> = {
  'POST /v1/documents, JSON': async () => () =>
    fetch(`${setting.server.url}/v1/documents`, {
      method: 'POST',
      headers: { ...bearer(), 'Content-Type': 'application/json' },
      body: inline(),
    }),
  'POST /v1/documents, multipart': async () => () =>
    fetch(`${setting.server.url}/v1/documents`, { method: 'POST', headers: bearer(), body: form() }),
  'GET /v1/documents/{id}/content': async () => {
    const { id } = await stored();
    return () => fetch(`${setting.server.url}/v1/documents/${id}/content`, { headers: bearer() });
  },
  'GET /content/<token>': async () => {
    const { content_url } = await stored();
    return () => fetch(content_url);
  },
  'PUT /uploads/<token>': async () => {
    const address = addressOf(await setting.announce());
    return () => fetch(address, { method: 'PUT', body: PDF as BodyInit });
  },
  'GET /api/portal/documents/uploads/{id}/content': async () => {
    const headers = await cookie();
    const address = `${setting.server.url}/api/portal/documents/uploads`;
    const upload = await fetch(address, { method: 'POST', headers, body: form() });
    const { id } = (await upload.json()) as { id: string };
    return () => fetch(`${address}/${id}/content`, { headers });
  },
  'POST /api/portal/documents/uploads': async () => {
    const headers = await cookie();
    const address = `${setting.server.url}/api/portal/documents/uploads`;
    return () => fetch(address, { method: 'POST', headers, body: form() });
  },
};

async function expectTold(response: Response, code = 'internal_error'): Promise<void> {
  const id = response.headers.get('x-request-id');
  expect(await response.json()).toMatchObject({ code, request_id: id });
  expect(response.status).toBe(500);
  expect(errors.mock.calls.map(([line]) => line)).toMatchObject([{ request_id: id }]);
  expect(JSON.stringify(errors.mock.calls)).not.toContain('Canary');
}

describe('unexpected error', () => {
  it.each(Object.keys(ENDPOINTS))('is logged once at %s', async (name) => {
    const send = await ENDPOINTS[name]!();
    brokenDisk();
    const isRead = name.startsWith('GET');
    await expectTold(await send(), isRead ? 'content_unavailable' : 'internal_error');
    expect(errors.mock.calls[0]![0]).toMatchObject({
      code: 'EIO',
      ...(isRead ? { loss: 'unreadable' } : { at: expect.anything() }),
    });
  });

  it('is logged when bytes differ from those filed', async () => {
    const { id } = await stored();
    await asSuperuser('UPDATE documents SET size = size + 1 WHERE org_id = $1', [setting.org.orgId]);
    const response = await fetch(`${setting.server.url}/v1/documents/${id}/content`, { headers: bearer() });
    await expectTold(response, 'content_unavailable');
    expect(errors.mock.calls[0]![0]).toMatchObject({ document: id, loss: 'altered' });
  });
});

describe('database with a full or failing disk', () => {
  const write = (family: string) =>
    fetch(`${setting.server.url}/v1/patients`, {
      method: 'POST',
      headers: { ...bearer(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: { family, given: ['A'] }, birth_date: '1980-02-03', sex: 'female' }),
    });

  it.each([
    ['53100', 'The database has no space left.', 'the database has no space left'],
    ['58030', 'The database reports a system error. Try again.', 'the database reports a system error'],
  ])(
    'is reported to the caller, and to the operator with code %s, not at every request',
    async (code, detail, line) => {
      // The message of Postgres contains the row; the log must not.
      await asSuperuser(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file: Canary' USING ERRCODE = '${code}'; END $$`);
      await asSuperuser(`CREATE TRIGGER no_space BEFORE INSERT ON patients FOR EACH ROW
        WHEN (NEW.org_id = '${setting.org.orgId}') EXECUTE FUNCTION no_space()`);
      try {
        for (const family of ['Canary', 'Canarybird']) {
          const response = await write(family);
          expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
          expect(await response.json()).toMatchObject({ code: 'unavailable', detail });
        }
      } finally {
        await asSuperuser('DROP TRIGGER no_space ON patients');
        await asSuperuser('DROP FUNCTION no_space');
      }
      expect(errors.mock.calls).toEqual([[{ code }, line]]);
      expect((await write('Canary')).status).toBe(201);
    },
  );
});
