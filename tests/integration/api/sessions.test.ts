import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../../server/auth/session-cookie';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { env } from '../../../server/env';
import { readId, showId } from '../../../server/shared/ids';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { asSuperuser } from '../../support/database';
import { personOfTwo } from '../../support/people';
import { startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';

/** Sessions through the portal's endpoints: the cookie of a switch, and pages loaded for another organization. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const orgRef = (orgId: string) => showId('organization', orgId);

async function call(
  cookie: string,
  procedure: string,
  input: object,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' = 'POST',
) {
  const text = JSON.stringify(input);
  const answer = await fetch(
    `${server.url}/api/trpc/${procedure}${method === 'GET' ? `?input=${encodeURIComponent(text)}` : ''}`,
    {
      method,
      headers: {
        Cookie: cookie,
        'Sec-Fetch-Site': 'same-origin',
        ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: text } : {}),
    },
  );
  const json = (await answer.json()) as { error?: { data: { problem: { code: string; detail: string } } } };
  return {
    status: answer.status,
    code: json.error?.data.problem.code ?? null,
    cookies: answer.headers.getSetCookie(),
    requestId: answer.headers.get('x-request-id')!,
  };
}

const NEW_PATIENT = { name: { family: 'Switch', given: ['A'] }, birth_date: '1970-01-01', sex: 'other' };

describe('organization switch', () => {
  it('returns the cookie of the new session with the flags of sign-in; the old cookie is invalid at once', async () => {
    const { second, person } = await personOfTwo();
    const { cookie, sid } = await signInAs(person);
    const answer = await call(cookie, 'sessions.switchOrganization', { id: orgRef(second.orgId) });
    expect(answer.status).toBe(200);
    expect(answer.cookies).toHaveLength(1);
    const [line] = answer.cookies;
    expect(line).toMatch(
      new RegExp(`^${sessionCookieName()}=[\\w.-]+; Path=/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$`),
    );
    expect(line).not.toContain(sid);
    expect((await call(cookie, 'sessions.getSessionState', {}, {}, 'GET')).status).toBe(401);
    const next = line!.split(';')[0]!;
    expect(await call(next, 'sessions.getSessionState', {}, {}, 'GET')).toMatchObject({
      status: 200,
      cookies: [],
    });
  });

  it('sends a cookie for https and this host only, when the service is behind https', async () => {
    const { second, person } = await personOfTwo();
    const plain = env.PUBLIC_URL;
    const { cookie } = await signInAs(person);
    try {
      env.PUBLIC_URL = 'https://clinic.example';
      // The name of the cookie changes with the scheme.
      const value = cookie.slice(cookie.indexOf('='));
      const answer = await call(`${sessionCookieName()}${value}`, 'sessions.switchOrganization', {
        id: orgRef(second.orgId),
      });
      expect(answer.cookies[0]).toMatch(
        /^__Host-clinical-\w+-session=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
      );
      expect(answer.cookies[0]).not.toContain('Domain');
    } finally {
      env.PUBLIC_URL = plain;
    }
  });
});

describe('page loaded for another organization', () => {
  it('cannot write, read or upload in the current organization, and gets an error', async () => {
    const { first, second, person } = await personOfTwo();
    const before = await signInAs(person);
    const old = { 'X-Clinical-Organization': orgRef(first.orgId) };
    const current = { 'X-Clinical-Organization': orgRef(second.orgId) };
    const switched = await call(
      before.cookie,
      'sessions.switchOrganization',
      { id: orgRef(second.orgId) },
      old,
    );
    const cookie = switched.cookies[0]!.split(';')[0]!;
    const write = await call(cookie, 'patients.registerPatient', NEW_PATIENT, old);
    expect(write).toMatchObject({ status: 409, code: 'organisation_changed' });
    expect(await call(cookie, 'patients.listCharts', {}, old, 'GET')).toMatchObject({
      status: 409,
      code: 'organisation_changed',
    });
    const form = new FormData();
    form.set('metadata', JSON.stringify({ patient_id: 'pat_01k00000000000000000000000' }));
    form.set('file', new Blob(['A note.']), 'note.txt');
    const upload = await fetch(`${server.url}/api/portal/documents/uploads`, {
      method: 'POST',
      body: form,
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...old },
    });
    expect([upload.status, ((await upload.json()) as { code: string }).code]).toEqual([
      409,
      'organisation_changed',
    ]);
    const rows = await asSuperuser('SELECT id FROM patients WHERE org_id = ANY ($1)', [
      [first.orgId, second.orgId],
    ]);
    expect(rows).toEqual([]);
    const audited = await asSuperuser<{ org_id: string; action: string; code: string }>(
      'SELECT org_id, action, code FROM audit_events WHERE request_id = $1',
      [write.requestId],
    );
    expect(audited).toEqual([
      { org_id: second.orgId, action: 'register_patient', code: 'organisation_changed' },
    ]);
    expect((await call(cookie, 'patients.registerPatient', NEW_PATIENT, current)).status).toBe(200);
  });
});

describe('portal change with If-Match', () => {
  it('applies only to the version named', async () => {
    const { first, person } = await personOfTwo();
    const { cookie } = await signInAs(person);
    const { id } = await createPatient(first.ctx, createPatientInput.parse(NEW_PATIENT));
    const change = (language: string, headers: Record<string, string> = {}) =>
      call(cookie, 'patients.updatePatient', { id, language }, headers);
    expect((await change('fr', { 'If-Match': '"1"' })).status).toBe(200);
    const stale = await change('es', { 'If-Match': '"1"' });
    expect([stale.status, stale.code]).toEqual([412, 'version_mismatch']);
    const unread = await change('es', { 'If-Match': '3' });
    expect([unread.status, unread.code]).toEqual([400, 'invalid_parameter']);
    const rows = await asSuperuser<{ language: string; version: number }>(
      'SELECT language, version FROM patients WHERE id = $1',
      [readId('patient', id)],
    );
    expect(rows).toEqual([{ language: 'fr', version: 2 }]);
    const audited = await asSuperuser<{ request_id: string; code: string }>(
      "SELECT request_id, code FROM audit_events WHERE org_id = $1 AND outcome = 'refused' ORDER BY id",
      [first.orgId],
    );
    expect(audited).toEqual([
      { request_id: stale.requestId, code: 'version_mismatch' },
      { request_id: unread.requestId, code: 'invalid_parameter' },
    ]);
  });
});

describe('background requests of pages', () => {
  it('do not count as activity', async () => {
    const { person } = await personOfTwo();
    const { cookie, sid } = await signInAs(person);
    await asSuperuser(
      "UPDATE auth_sessions SET last_seen_at = last_seen_at - interval '5 minutes' WHERE secret_hash = sha256($1::bytea)",
      [Buffer.from(sid)],
    );
    const end = async () => (await sessionOfSecret(sid, { active: false }))!.idleEndsAt.getTime();
    const before = await end();
    const background = { 'X-Clinical-Background': '1' };
    expect((await call(cookie, 'patients.listCharts', {}, background, 'GET')).status).toBe(200);
    expect(await end()).toBe(before);
    expect((await call(cookie, 'sessions.extendSession', {})).status).toBe(200);
    expect((await end()) - before).toBeGreaterThan(299_000);
  });
});
