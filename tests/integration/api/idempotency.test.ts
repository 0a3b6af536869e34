import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROCEDURES } from '../../../server/api/procedures';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { previewCatalogImportInput } from '../../../server/domain/catalog/import-contract';
import { previewCatalogImport } from '../../../server/domain/catalog/preview-catalog-import';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import { actorName } from '../../../server/shared/context';
import { SCOPES } from '../../../server/shared/scopes';
import { asSuperuser, personContext, type TestOrg } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { isFull, nightly } from '../../support/test-size';
import { call, startServer, type Answer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';

/**
 * `Idempotency-Key` on every POST of the OpenAPI document, in one process: many at once, other bodies, other callers,
 * failures. The same with kills in between is `npm run audit:idempotency`.
 */

interface Operation {
  path: string;
  /** Table of the created rows, and the type of their event. */
  table: string;
  event?: string;
  /** Of success, if it is not 201. */
  status?: number;
  body: (things: Furnished, n: number) => Record<string, unknown>;
}

// Storage must not change the order of these keys, or the form of numbers and letters.
const metadata = { zz: '1', b: 'é\u2028', aaa: '', '10': 'ten', '9': 'nine' };

/** A POST of the OpenAPI document that creates something and has no line here fails the test. */
const SAMPLES: Record<string, Omit<Operation, 'path'>> = {
  createPatient: {
    table: 'patients',
    event: 'patient.created',
    body: (_, n) => ({
      name: { family: `Once${n}`, given: ['A', 'B'], suffix: 'Jr' },
      birth_date: '2001-09-09',
      sex: 'unknown',
      addresses: [{ postal_code: '10115', city: 'Berlin', lines: ['x'], country: 'DE' }],
      identifiers: [{ value: `v${n}`, system: 'urn:s', type: 'other' }],
      metadata,
    }),
  },
  createPatientBatch: {
    table: 'patients',
    event: 'patient.created',
    status: 200,
    // The second item is rejected.
    body: (things, n) => ({ patients: [SAMPLES.createPatient!.body(things, 1000 + n), { sex: 'female' }] }),
  },
  createLabOrder: {
    table: 'lab_orders',
    event: 'lab_order.created',
    body: ({ ids }, n) => ({ notes: `n${n}`, items: [{ test_id: ids.test }], patient_id: ids.patient }),
  },
  createDocument: {
    table: 'documents',
    event: 'document.created',
    body: ({ ids }, n) => ({
      patient_id: ids.patient,
      content: { data: Buffer.from(`hello ${n}`).toString('base64'), file_name: 'hello.txt' },
      metadata,
    }),
  },
  createExport: {
    table: 'exports',
    body: (_, n) => ({
      resources: ['patients'],
      updated_since: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
    }),
  },
  // An address instead of a name: no DNS query, and nothing is sent there.
  createWebhook: {
    table: 'webhooks',
    body: (_, n) => ({ url: `https://1.1.1.1/${n}`, events: ['catalog.updated'], metadata }),
  },
};

let server: TestServer;
let things: Furnished;
let key: string;
let operations: [id: string, operation: Operation][];

const newKey = async (org: TestOrg): Promise<string> =>
  (await createApiKey(org.ctx, { name: 'storm', scopes: [...SCOPES], rate_limit: 1_000_000 })).key!;

beforeAll(async () => {
  server = await startServer();
  things = await furnish('once');
  key = await newKey(things.org);
  const { json } = await call(server, null, 'GET', '/v1/openapi.json');
  type Post = { operationId: string; parameters?: { $ref?: string }[] };
  operations = Object.entries(json.paths as Record<string, { post?: Post }>).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) &&
    !path.includes('{') &&
    // Creates nothing, and only in a sandbox.
    path !== '/v1/sandbox/reset'
      ? [[post.operationId, { path, ...SAMPLES[post.operationId]! }]]
      : [],
  );
});
afterAll(() => server.close());

const send = (path: string, body: object, idempotencyKey: string, credential = key): Promise<Answer> =>
  call(server, credential, 'POST', path, body, { 'Idempotency-Key': idempotencyKey });

/** Differences allowed between two responses for one key: secrets are omitted, URLs are signed again. */
const comparable = (text: string) =>
  text
    .replace(/"secret":"[^"]*",?/, '')
    .replace(/"content_url":"[^"]*"/, '"content_url":""')
    .replace(',}', '}');

const rows = async (table: string, org: TestOrg = things.org) =>
  (await asSuperuser<{ id: string }>(`SELECT id FROM ${table} WHERE org_id = $1`, [org.orgId])).length;
const events = async (type: string) =>
  (await asSuperuser('SELECT 1 FROM events WHERE org_id = $1 AND type = $2', [things.org.orgId, type]))
    .length;

describe('Idempotency-Key', () => {
  it('has a sample for every POST of the document that creates something', () => {
    expect(operations.map(([id]) => id).filter((id) => !SAMPLES[id])).toEqual([]);
    expect(operations.length).toBeGreaterThanOrEqual(4);
  });

  it('has one effect under concurrency, and returns the same bytes afterwards', async () => {
    const AT_ONCE = isFull ? 50 : 10;
    for (const [id, { path, table, event, body, status: success = 201 }] of operations) {
      const before = [await rows(table), event ? await events(event) : 0];
      const KEYS = isFull ? 10 : 1;
      for (let n = 0; n < KEYS; n++) {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => send(path, body(things, n), `${id}-${n}`)),
        );
        const done = answers.filter(({ status }) => status === success);
        const firsts = done.filter(({ headers }) => !headers.has('idempotency-replayed'));
        expect(firsts, `${id} ${n}: ${answers[0]!.text}`).toHaveLength(1);
        for (const other of answers.filter(({ status }) => status !== success)) {
          // Inline documents are held in memory, so only a few run at once; others get 503.
          if (id === 'createDocument' && other.status === 503) continue;
          expect([other.status, other.json.code], id).toEqual([409, 'idempotency_in_progress']);
          expect(other.headers.get('retry-after'), id).toBe('1');
        }
        const again = await send(path, body(things, n), `${id}-${n}`);
        expect([again.status, again.headers.get('idempotency-replayed')], id).toEqual([success, 'true']);
        for (const name of ['etag', 'location', 'content-type'])
          if (!(id === 'createDocument' && name === 'etag'))
            expect(again.headers.get(name), `${id} ${name}`).toBe(firsts[0]!.headers.get(name));
        for (const replayed of [...done, again]) {
          expect(comparable(replayed.text), id).toBe(comparable(firsts[0]!.text));
          if (replayed !== firsts[0]) expect(replayed.json, id).not.toHaveProperty('secret');
        }
      }
      expect([await rows(table), event ? await events(event) : 0], id).toEqual([
        before[0]! + KEYS,
        event ? before[1]! + KEYS : 0,
      ]);
    }
  }, 120_000);

  it('returns a stored response unchanged although the contract has changed', async () => {
    for (const [id, { path, body, status: success = 201 }] of operations) {
      const first = await send(path, body(things, 40), `${id}-changed`);
      // As stored by an earlier version: with a member that was removed since, and without one that was added.
      await asSuperuser(
        `UPDATE idempotency_records
         SET output = jsonb_set(output #- '{output,updated_at}', '{output,retired_member}', '"as it was"')
         WHERE org_id = $1 AND key = $2`,
        [things.org.orgId, `${id}-changed`],
      );
      const again = await send(path, body(things, 40), `${id}-changed`);
      expect([again.status, again.headers.get('idempotency-replayed')], `${id} ${again.text}`).toEqual([
        success,
        'true',
      ]);
      const { updated_at: _since, ...stored } = JSON.parse(comparable(first.text)) as Record<string, unknown>;
      expect(JSON.parse(comparable(again.text)), id).toEqual({ retired_member: 'as it was', ...stored });
    }
  });

  it('ignores the order of members, and rejects another body', async () => {
    for (const [id, { path, body }] of operations) {
      const reversed = Object.fromEntries(Object.entries(body(things, 0)).reverse());
      expect((await send(path, reversed, `${id}-0`)).headers.get('idempotency-replayed'), id).toBe('true');
      const other = await send(path, body(things, 99), `${id}-0`);
      expect([other.status, other.json.code], id).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it('is bound to the organization, the credential and the path', async () => {
    const others = await furnish('once-others');
    const [colleague, stranger] = [await newKey(things.org), await newKey(others.org)];
    for (const [id, { path, body, status: success = 201 }] of operations.filter(
      ([id]) => id !== 'createWebhook',
    )) {
      for (const [credential, own] of [
        [colleague, things],
        [stranger, others],
      ] as const) {
        // Unique fields are omitted, so the same body creates another patient here.
        const answer = await send(path, body(own, 0), `${id}-0`, credential);
        expect([answer.status, answer.headers.get('idempotency-replayed')], `${id} ${answer.text}`).toEqual([
          success,
          null,
        ]);
      }
    }
    const ids = new Set<string>();
    for (const [id, { path, body, status: success = 201 }] of operations.filter(
      ([id]) => id !== 'createWebhook',
    )) {
      const answer = await send(path, body(things, 50), 'one-key-for-all-paths');
      expect([answer.status, answer.headers.get('idempotency-replayed')], id).toEqual([success, null]);
      ids.add((answer.json.id ?? answer.json.data[0].patient.id) as string);
    }
    expect(ids.size).toBe(operations.length - 1);
  });

  it('stores neither rejections nor server errors: the same key works afterwards', async () => {
    const { path, body, table } = Object.fromEntries(operations).createPatient!;
    const before = await rows(table);
    const request = { ...body(things, 60), mrn: 'TAKEN-1' };
    const holder = await call(server, key, 'POST', path, { ...body(things, 61), mrn: 'TAKEN-1' });
    expect((await send(path, request, 'rejected-first')).json.code).toBe('duplicate_mrn');
    await deletePatient(things.admin, { id: holder.json.id });
    expect((await send(path, request, 'rejected-first')).status).toBe(201);

    // A failure after the row was written: the event cannot be stored.
    await asSuperuser(`
      CREATE FUNCTION reject_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER reject_event BEFORE INSERT ON events FOR EACH ROW
        WHEN (NEW.org_id = '${things.org.orgId}') EXECUTE FUNCTION reject_event()`);
    try {
      expect((await send(path, body(things, 62), 'failed-first')).status).toBe(500);
    } finally {
      await asSuperuser('DROP TRIGGER reject_event ON events; DROP FUNCTION reject_event()');
    }
    const second = await send(path, body(things, 62), 'failed-first');
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(await rows(table)).toBe(before + 3);
  });

  it('checks scope and access again before it answers', async () => {
    const samples = Object.fromEntries(operations);
    const made = await send('/v1/patients', samples.createPatient!.body(things, 70), 'sight-1');
    const patientId = made.json.id as string;
    const order = () =>
      send(
        '/v1/labs/orders',
        { ...samples.createLabOrder!.body(things, 70), patient_id: patientId },
        'sight-2',
      );
    const document = () =>
      send(
        '/v1/documents',
        { ...samples.createDocument!.body(things, 70), patient_id: patientId },
        'sight-3',
      );
    expect((await order()).status).toBe(201);
    expect((await document()).status).toBe(201);
    const hook = await send('/v1/webhooks', samples.createWebhook!.body(things, 70), 'sight-4');
    await asSuperuser("UPDATE lab_orders SET status = 'cancelled' WHERE org_id = $1", [things.org.orgId]);
    await deletePatient(things.admin, { id: patientId });
    await deleteWebhook(things.admin, { id: hook.json.id as string });

    const patient = await send('/v1/patients', samples.createPatient!.body(things, 70), 'sight-1');
    expect([patient.status, patient.json.code]).toEqual([404, 'not_found']);
    expect([(await order()).status, (await order()).json.code]).toEqual([404, 'not_found']);
    expect([(await document()).status, (await document()).json.code]).toEqual([404, 'not_found']);
    const webhook = await send('/v1/webhooks', samples.createWebhook!.body(things, 70), 'sight-4');
    expect([webhook.status, webhook.json.code]).toEqual([404, 'not_found']);

    // The same credential with fewer rights, as after a change of role.
    await send('/v1/patients', samples.createPatient!.body(things, 71), 'scope-1');
    await asSuperuser("UPDATE api_keys SET scopes = '{patients:read}' WHERE org_id = $1", [things.org.orgId]);
    const lessened = await send('/v1/patients', samples.createPatient!.body(things, 71), 'scope-1');
    expect([lessened.status, lessened.json.code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('Idempotency-Key of the portal', () => {
  const post = async (cookie: string, procedure: string, input: object, idempotencyKey: string) =>
    call(server, null, 'POST', `/api/trpc/${procedure}`, input, {
      Cookie: cookie,
      'Sec-Fetch-Site': 'same-origin',
      'Idempotency-Key': idempotencyKey,
    });
  const problemOf = ({ status, json }: Answer) => [status, json.error.data.problem.code];

  it('places an order once, although the first response was lost', async () => {
    const { org, ids } = await furnish('portal');
    const [{ cookie }, colleague] = await Promise.all([
      signInAs(await personContext(org, 'clinician')),
      signInAs(await personContext(org, 'clinician')),
    ]);
    const before = await rows('lab_orders', org);
    const order = { patient_id: ids.patient, items: [{ test_id: ids.test }] };
    const place = (input: object, by = cookie) => post(by, 'labOrders.createLabOrder', input, 'form-1');
    const [first, second] = [await place(order), await place(order)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json.result.data).toEqual(first.json.result.data);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await rows('lab_orders', org)).toBe(before + 1);
    // The form was changed since: the user decides.
    expect(problemOf(await place({ ...order, priority: 'stat' }))).toEqual([422, 'idempotency_key_reused']);
    expect(await rows('lab_orders', org)).toBe(before + 1);
    expect((await place(order, colleague.cookie)).json.result.data.id).not.toBe(first.json.result.data.id);
  });

  it('forwards a report and adds a note once', nightly, async () => {
    const { org, ids } = await furnish('portal-notes');
    const { cookie } = await signInAs(await personContext(org, 'clinician'));
    const colleague = await personContext(org, 'clinician');
    for (const [procedure, input] of [
      ['reviews.commentLabResult', { id: ids.result, note: 'Called' }],
      ['reviews.forwardLabResult', { id: ids.result, to_id: actorName(colleague.actor) }],
    ] as const) {
      const before = await rows('review_entries', org);
      expect((await post(cookie, procedure, input, procedure)).status, procedure).toBe(200);
      expect((await post(cookie, procedure, input, procedure)).status).toBe(200);
      expect(await rows('review_entries', org), procedure).toBe(before + 1);
    }
  });

  /** A repeatable procedure without a line here fails the test; those of reports are above. */
  interface Creation {
    table: string;
    /** Rows that are added; default: 1. */
    added?: number;
    /** The field of the first response with a secret. */
    secret?: string;
    body: object | ((things: Furnished) => object | Promise<object>);
  }
  const CREATIONS: Record<string, Creation> = {
    'apiKeys.createApiKey': {
      table: 'api_keys',
      secret: 'key',
      body: { name: 'Once', scopes: ['patients:read'] },
    },
    'apiKeys.rotateApiKey': {
      table: 'api_keys',
      secret: 'key',
      body: async ({ org }) => ({
        id: (await createApiKey(org.ctx, { name: 'Old', scopes: ['patients:read'] })).id,
        overlap_hours: 1,
      }),
    },
    'labConnections.createLabConnection': {
      table: 'lab_connections',
      body: { name: 'Laboratory', transport: 'https' },
    },
    'labConnections.createIngestKey': {
      table: 'ingest_keys',
      secret: 'key',
      body: ({ ids }) => ({ connection_id: ids.labConnection }),
    },
    'oauthApps.createOauthApp': {
      table: 'oauth_apps',
      secret: 'client_secret',
      body: {
        name: 'Application',
        kind: 'confidential',
        redirect_uris: ['https://app.example/callback'],
        scopes: ['patients:read'],
      },
    },
    'oauthApps.rotateOauthAppSecret': {
      table: 'oauth_app_secrets',
      secret: 'client_secret',
      body: ({ ids }) => ({ id: ids.oauthApp, overlap_hours: 1 }),
    },
    'orderSets.createOrderSet': {
      table: 'order_sets',
      body: ({ ids }) => ({ name: 'Set', test_ids: [ids.test] }),
    },
    'people.setDelegation': {
      table: 'delegations',
      body: async ({ org }) => ({
        delegate_id: actorName((await personContext(org, 'clinician')).actor),
        starts: '2039-01-02T08:00',
        ends: '2039-01-20T18:00',
      }),
    },
    'auditLog.saveAuditFilter': {
      table: 'audit_filters',
      body: { name: 'Writes', filter: { kind: 'write' } },
    },
    'provisioning.createScimToken': { table: 'scim_tokens', secret: 'token', body: {} },
    'sandboxes.createSandbox': { table: 'organizations', body: { name: 'Trial' } },
    'singleSignOn.createTokenKey': {
      table: 'identity_providers',
      added: 0,
      body: async ({ org }) => {
        await asSuperuser(
          `INSERT INTO identity_providers (org_id, issuer, client_id, client_secret, version, created_at, updated_at, created_by)
           VALUES ($1, 'https://login.example', 'portal', '', 1, now(), now(), 'system')`,
          [org.orgId],
        );
        return {};
      },
    },
    'singleSignOn.addIdentityDomain': { table: 'identity_domains', body: { domain: 'once.example' } },
    'catalog.importCatalog': {
      table: 'catalog_imports',
      body: async ({ admin }) => {
        const file = { lab_id: 'central', lab_name: 'Central', content: 'code,name\nX,X test' };
        const input = previewCatalogImportInput.parse(file);
        return { ...file, digest: (await previewCatalogImport(admin, input)).digest };
      },
    },
    'patients.registerPatient': {
      table: 'patients',
      body: { name: { family: 'Single', given: ['Ann'] }, birth_date: '1988-04-05', sex: 'female' },
    },
  };

  it('creates each record of administration once, and does not repeat its secret', async () => {
    const own = await furnish('portal-creations');
    const { org } = own;
    const { cookie } = await signInAs(await personContext(org, 'admin'));
    const repeatable = [...PROCEDURES]
      .filter(([path, { meta }]) => meta?.repeatable && !path.startsWith('reviews.'))
      .map(([path]) => path);
    expect(repeatable.toSorted()).toEqual(Object.keys(CREATIONS).toSorted());
    for (const [procedure, { table, added = 1, secret, body }] of Object.entries(CREATIONS)) {
      const input =
        typeof body === 'function' ? await (body as (own: Furnished) => Promise<object>)(own) : body;
      const stored = async () => {
        const place = table === 'organizations' ? 'sandbox_of' : 'org_id';
        const [row] = await asSuperuser<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${table} WHERE ${place} = $1`,
          [org.orgId],
        );
        return row!.count;
      };
      const before = await stored();
      const first = await post(cookie, procedure, input, procedure);
      const second = await post(cookie, procedure, input, procedure);
      expect([first.status, second.status], `${procedure} ${first.text}`).toEqual([200, 200]);
      expect(second.headers.get('idempotency-replayed'), procedure).toBe('true');
      expect(await stored(), procedure).toBe(before + added);
      const { [secret ?? '']: shown, ...rest } = first.json.result.data as Record<string, unknown>;
      expect(second.json.result.data, procedure).toEqual(rest);
      expect(typeof shown, procedure).toBe(secret ? 'string' : 'undefined');
      const [kept] = await asSuperuser<{ output: object }>(
        'SELECT output FROM idempotency_records WHERE org_id = $1 AND key = $2',
        [org.orgId, procedure],
      );
      expect(JSON.stringify(kept!.output), procedure).not.toMatch(
        /clin_(?:secret|ingest|live|test|scim)_\w{40}/,
      );
    }
  });

  it('is rejected where it has no effect', async () => {
    const { org } = await furnish('portal-other');
    const { cookie } = await signInAs(await personContext(org, 'clinician'));
    const draft = { form: '/patients/new', content: '{}' };
    expect(problemOf(await post(cookie, 'drafts.saveDraft', draft, 'draft-1'))).toEqual([
      400,
      'invalid_parameter',
    ]);
  });
});
