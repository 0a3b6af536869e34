import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../../server/shared/scopes';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { readId } from '../../../server/shared/ids';
import { disableWebhook } from '../../../server/domain/webhooks/disable-webhook';
import { asSuperuser, auditRows, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type Answer, type TestServer } from '../../support/server';

/** `GET /v1/events`: which events a credential sees, the filters, and that the feed equals what webhooks receive. */

let server: TestServer;
let things: Furnished;
let key: string;
/** Stored bodies, in the order of position. */
let stored: string[];

beforeAll(async () => {
  server = await startServer();
  things = await furnish('events');
  await deletePatient(things.admin, { id: things.ids.spare });
  await disableWebhook(
    { orgId: things.org.orgId, webhookId: readId('webhook', things.ids.webhook)! },
    'Given up for a test.',
  );
  key = await realKey(things.org);
  const rows = await asSuperuser<{ body: string }>(
    "SELECT body FROM events WHERE org_id = $1 AND type NOT LIKE 'portal.%' ORDER BY txid, id",
    [things.org.orgId],
  );
  stored = rows.map(({ body }) => body);
  // Open transactions of other tests in this Postgres hold back the horizon, so poll until it has passed.
  while ((await get('sort=position&limit=100')).json.data.length < stored.length);
});
afterAll(async () => {
  await server.close();
});

const get = (query: string, credential = key): Promise<Answer> =>
  call(server, credential, 'GET', `/v1/events?${query}`);
const typesOf = (answer: Answer): string[] =>
  (answer.json.data as { type: string }[]).map((event) => event.type);
const kindsOf = (answer: Answer): string[] => [
  ...new Set(typesOf(answer).map((type) => type.split('.')[0]!)),
];

describe('GET /v1/events', () => {
  it('returns events with the members sent to webhooks, newest first by default', async () => {
    const oldest = await get('sort=position&limit=100');
    expect((oldest.json.data as object[]).map((event) => JSON.stringify(event))).toEqual(stored);
    const newest = await get('limit=100');
    expect(newest.json.data).toEqual([...oldest.json.data].reverse());
    expect(newest.json).toMatchObject({ has_more: false, next_cursor: null });
    expect(newest.headers.get('link')).toBeNull();
  });

  it('records the patients of events in the audit, including deleted ones, and returns IDs only', async () => {
    const answer = await get('limit=100');
    const { patient, spare, deleted } = things.ids;
    const erased = await asSuperuser<{ id: string }>(
      'select erased_id as id from erasures where org_id = $1',
      [things.org.orgId],
    );
    const reported = [
      ...[patient, spare, deleted].map((id) => readId('patient', id)!),
      ...erased.map(({ id }) => id),
    ];
    const [row] = await auditRows(answer.headers.get('x-request-id')!);
    expect(row).toMatchObject({ action: 'list_events', kind: 'list', outcome: 'allowed' });
    expect([...row!.patient_ids].sort()).toEqual(reported.sort());
    expect(typesOf(await get(`object_id=${things.ids.spare}`))).toEqual([
      'patient.deleted',
      'patient.created',
    ]);
    expect(answer.text).not.toContain(things.family);
  });

  const KINDS: Partial<Record<Scope, string[]>> = {
    'patients:read': ['export', 'patient'],
    'labs:read': ['catalog', 'lab_order', 'lab_result'],
    'documents:read': ['document'],
    'webhooks:manage': ['webhook'],
  };

  it.each(Object.entries(KINDS))('returns to a key with %s only %j', async (scope, kinds) => {
    const narrow = await realKey(things.org, [scope as Scope]);
    const answer = await get('limit=100&include=total_count', narrow);
    expect(kindsOf(answer).sort()).toEqual(kinds);
    expect(answer.json.total_count).toBe(answer.json.data.length);
    const wide = await get(`limit=100&type=${kinds.map((kind) => `${kind}.*`).join()}`);
    expect(answer.json.data).toEqual(wide.json.data);
    // Requesting other kinds by type or by object is rejected with the missing scope.
    for (const [other, names] of Object.entries(KINDS).filter(([word]) => word !== scope)) {
      for (const name of names) {
        const rejected = await get(`type=${kinds[0]}.*,${name}.*`, narrow);
        expect(rejected.json, name).toMatchObject({
          status: 403,
          code: 'insufficient_scope',
          required_scopes: [other],
        });
        expect(rejected.headers.get('www-authenticate')).toContain(`scope="${other}"`);
      }
    }
    const ids = {
      patient: things.ids.patient,
      lab_order: things.ids.order,
      lab_result: things.ids.result,
      document: things.ids.document,
      webhook: things.ids.webhook,
    };
    for (const [kind, id] of Object.entries(ids))
      expect((await get(`object_id=${id}`, narrow)).status, kind).toBe(kinds.includes(kind) ? 200 : 403);
  });

  it('rejects a key without any read scope, and names the scopes', async () => {
    const blind = await realKey(
      things.org,
      SCOPES.filter((scope) => !(scope in KINDS)),
    );
    const rejected = await get('', blind);
    expect(rejected.json).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect([...(rejected.json.required_scopes as string[])].sort()).toEqual(Object.keys(KINDS).sort());
  });

  it('accepts names, lists of names and whole resources as type, and rejects unknown ones by name', async () => {
    const wanted = (test: (type: string) => boolean) =>
      stored.map((body) => (JSON.parse(body) as { type: string }).type).filter(test);
    expect(typesOf(await get('sort=position&type=patient.created'))).toEqual(
      wanted((type) => type === 'patient.created'),
    );
    expect(typesOf(await get('sort=position&type=patient.deleted,lab_result.*'))).toEqual(
      wanted((type) => type === 'patient.deleted' || type.startsWith('lab_result.')),
    );
    expect(typesOf(await get('type=lab_order.rejected'))).toEqual([]);
    for (const [type, named] of [
      ['patient.exploded', 'patient.exploded'],
      ['patient.created,patients.*', 'patients.*'],
      ['patient', null],
      ['*', null],
      ['', null],
      ['Jane%20Roe', null],
      ['patient.created,', null],
    ] as const) {
      const rejected = await get(`type=${type}`);
      expect(rejected.json, type).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        errors: [{ parameter: 'type', code: 'not_allowed' }],
      });
      if (named) expect(rejected.json.errors[0].message).toMatch(`Unknown: ${named}`);
      else expect(rejected.json.errors[0].message).not.toMatch('Unknown');
      expect(rejected.text).not.toContain('Jane');
    }
  });

  it('accepts the ID of any kind of object, and rejects others', async () => {
    const answer = await get(`sort=position&object_id=${things.ids.result}`);
    expect(typesOf(answer)).toEqual(['lab_result.created', 'lab_result.finalized']);
    expect(answer.json.data.map((event: { sequence: number }) => event.sequence)).toEqual([1, 2]);
    // The same UUID with the prefix of another kind is another object.
    const disguised = things.ids.result.replace('res_', 'pat_');
    expect((await get(`object_id=${disguised}`)).json.data).toEqual([]);
    for (const id of ['evt_01h455vb4pex5vsknk084sn02q', 'pat_1', things.ids.test, 'nonsense'])
      expect((await get(`object_id=${id}`)).json, id).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter: 'object_id' }],
      });
  });

  it('starts at created_since, inclusive, in both directions', async () => {
    const at = (JSON.parse(stored[2]!) as { created_at: string }).created_at;
    const expected = stored
      .map((body) => JSON.parse(body) as { created_at: string })
      .filter((event) => event.created_at >= at);
    expect(expected.length).toBeLessThan(stored.length);
    const forward = await get(`sort=position&limit=100&created_since=${at}`);
    expect(forward.json.data).toEqual(expected);
    expect((await get(`limit=100&created_since=${at}`)).json.data).toEqual(expected.reverse());
    const later = await get(`sort=position&created_since=2999-01-01T00:00:00Z`);
    expect(later.json).toMatchObject({ data: [], has_more: false });
  });

  it('returns a cursor on every page of sort=position; at the end the same one again, without a Link', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let more = true; more;) {
      const page = await get(`sort=position&limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...(page.json.data as object[]).map((event) => JSON.stringify(event)));
      more = page.json.has_more as boolean;
      expect(page.headers.get('link') !== null).toBe(more);
      cursor = encodeURIComponent(page.json.next_cursor as string);
    }
    expect(seen).toEqual(stored);
    const end = await get(`sort=position&limit=3&cursor=${cursor}`);
    expect(end.json).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: decodeURIComponent(cursor),
    });
    const nothingYet = await get('sort=position&type=lab_order.failed');
    expect(nothingYet.json).toMatchObject({ data: [], has_more: false });
    const again = await get(
      `sort=position&type=lab_order.failed&cursor=${encodeURIComponent(nothingYet.json.next_cursor as string)}`,
    );
    expect(again.json.next_cursor).toBe(nothingYet.json.next_cursor);
  });
});
