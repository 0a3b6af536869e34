import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser, auditRows, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type TestServer } from '../../support/server';

/** Input that no client should send: each gets the documented status and problem, never a 5xx, and leaves nothing. */

let server: TestServer;
let things: Furnished;
let key: string;

beforeAll(async () => {
  server = await startServer();
  things = await furnish('bad');
  key = await realKey(things.org);
});
afterAll(() => server.close());

const patients = async () =>
  Number(
    (
      await asSuperuser<{ n: string }>('SELECT count(*) AS n FROM patients WHERE org_id = $1', [
        things.org.orgId,
      ])
    )[0]!.n,
  );
const good = { name: { family: 'Good', given: ['Input'] }, birth_date: '2000-01-01', sex: 'female' };

describe('JSON body', () => {
  const BODIES: [string, string | Buffer][] = [
    ['cut off', '{"name":'],
    ['nothing', ''],
    ['a duplicate key', '{"sex":"male","sex":"female"}'],
    ['a duplicate key written otherwise', '{"sex":"male","s\\u0065x":"female"}'],
    ['a nested duplicate key', '{"name":{"family":"A","family":"B"}}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['depth 21', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
    ['depth 100,000', '['.repeat(100_000)],
    ['a NUL', '{"external_id":"a\\u0000b"}'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a byte order mark', '\ufeff{}'],
    ['a comment', '{} // yes'],
    ['NaN', '{"a":NaN}'],
  ];
  it.each(BODIES)('%s returns invalid_json', async (_name, body) => {
    const before = await patients();
    const answer = await fetch(`${server.url}/v1/patients`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    expect(await answer.json()).toMatchObject({ status: 400, code: 'invalid_json' });
    expect(await auditRows(answer.headers.get('x-request-id')!)).toMatchObject([
      { outcome: 'refused', code: 'invalid_json' },
    ]);
    expect(await patients()).toBe(before);
  });

  it.each([['[]'], ['null'], ['"text"'], ['1']])(
    '%s is rejected because it is not an object',
    async (body) => {
      expect((await call(server, key, 'POST', '/v1/patients', body)).json).toMatchObject({
        status: 422,
        code: 'validation_failed',
      });
    },
  );
});

describe('request fields', () => {
  it('report all invalid fields in one response, with pointers and rules', async () => {
    const answer = await call(server, key, 'POST', '/v1/patients', {
      name: { family: '', given: [], nick: 'x' },
      birth_date: '1700-01-01',
      sex: 'F',
      emails: [{ value: 'no' }],
      phones: 'x',
      birth_date_estimated: 'false',
      metadata: Object.fromEntries([...Array(21).keys()].map((n) => [`k${n}`, 'v'])),
      addresses: [{ country: 'Germany' }],
      color: 'red',
    });
    expect(answer).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
    const codes = Object.fromEntries(
      (answer.json.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]),
    );
    expect(codes).toEqual({
      '/name/family': 'too_short',
      '/name/given': 'too_short',
      '/name/nick': 'unknown_field',
      '/birth_date': 'out_of_range',
      '/sex': 'not_allowed',
      '/emails/0/value': 'invalid_format',
      '/phones': 'invalid_type',
      '/birth_date_estimated': 'invalid_type',
      '/metadata': 'too_long',
      '/addresses/0/country': 'invalid_format',
      '/color': 'unknown_field',
    });
  });

  it('are never coerced: text is rejected for numbers, also after GETs have been served', async () => {
    await call(server, key, 'GET', '/v1/patients?limit=5');
    await call(server, key, 'GET', '/v1/labs/orders?overdue=false');
    for (const body of [
      { ...good, birth_date_estimated: 'true' },
      { ...good, birth_date_estimated: 1 },
    ]) {
      expect((await call(server, key, 'POST', '/v1/patients', body)).json.errors).toMatchObject([
        { pointer: '/birth_date_estimated', code: 'invalid_type' },
      ]);
    }
    const order = await call(server, key, 'POST', '/v1/labs/orders', {
      patient_id: things.ids.patient,
      items: [{ test_id: things.ids.test }],
      fasting: 'false',
    });
    expect(order.json.errors).toMatchObject([{ pointer: '/fasting', code: 'invalid_type' }]);
  });

  it.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=101', 'limit', 'out_of_range'],
    ['limit=ten', 'limit', 'invalid_type'],
    ['limit=1&limit=2', 'limit', 'invalid_type'],
    ...['0x10', '0b1', '0o7', '1e1', '5.0', '+5', '%205', '5%20', '1_0', '٣', '５', '', '5,', 'NaN'].map(
      (text): [string, string, string] => [`limit=${text}`, 'limit', 'invalid_type'],
    ),
    ['limit=-1', 'limit', 'out_of_range'],
    ['limit=999999999999999999999', 'limit', 'invalid_type'],
    ['sort=name;drop', 'sort', 'not_allowed'],
    ['birth_date=2001-02-30', 'birth_date', 'invalid_format'],
    ['status=active,dead', 'status', 'not_allowed'],
    ['cursor=abc', 'cursor', 'invalid_format'],
    ['identifier=x', 'identifier', 'invalid_format'],
  ])('?%s returns the parameter and the rule', async (query, parameter, code) => {
    const answer = await call(server, key, 'GET', `/v1/patients?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toMatchObject([{ parameter, code }]);
  });
});

it('accepts the version of a report in decimal digits only', async () => {
  const target = `/v1/labs/results/${things.ids.result}?version=`;
  expect((await call(server, key, 'GET', `${target}1`)).status).toBe(200);
  for (const text of ['0x1', '1e0', '1.0', '+1', '%201', ''])
    expect((await call(server, key, 'GET', target + text)).json.errors, text).toMatchObject([
      { parameter: 'version', code: 'invalid_type' },
    ]);
});

describe('paths and methods', () => {
  it.each([
    ['PUT', '/v1/patients', 'GET, HEAD, POST'],
    ['POST', '/v1/labs/catalog', 'GET, HEAD'],
    ['PATCH', '/v1/documents/doc_x', 'GET, HEAD'],
    ['OPTIONS', '/v1/patients', 'GET, HEAD, POST'],
    ['DELETE', '/v1/labs/orders/ord_x', 'GET, HEAD'],
  ])('%s %s returns 405 with Allow', async (method, target, allow) => {
    const answer = await call(server, key, method, target);
    expect(answer).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')!.split(', ').sort().join(', ')).toBe(allow);
    expect((await call(server, null, method, target)).status).toBe(401);
  });

  it.each(['/v2', '/v2/patients', '/v10/patients'])(
    '%s returns 404 as a problem document',
    async (target) => {
      const answer = await call(server, key, 'GET', target);
      expect(answer).toMatchObject({
        status: 404,
        json: { code: 'not_found', detail: 'This version of the API does not exist. Use `/v1`.' },
      });
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/patients/',
    '/v1/patients//',
    '/v1/Patients',
    '/v1/patients/x/y',
    '/v1/labs',
    '/v1/labs/results/',
    '/v1/patients/%00',
    '/v1/patients;x=1',
    '/v1/patients.json',
  ])('%s returns 404', async (target) => {
    const answer = await call(server, key, 'GET', target);
    expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect((await call(server, null, 'GET', target)).status).toBe(401);
  });
});

describe('body headers', () => {
  it.each([
    ['text/plain', {}, 415],
    ['application/x-www-form-urlencoded', {}, 415],
    ['application/json; charset=iso-8859-1', {}, 415],
    ['application/json', { 'Content-Encoding': 'gzip' }, 415],
    ['application/json', { Accept: 'text/csv' }, 406],
  ])('%s %o', async (type, headers, status) => {
    const answer = await call(server, key, 'POST', '/v1/patients', JSON.stringify(good), {
      'Content-Type': type,
      ...headers,
    });
    expect(answer.status, answer.text).toBe(status);
  });

  it('accept a charset and merge-patch', async () => {
    expect(
      (
        await call(server, key, 'POST', '/v1/patients', good, {
          'Content-Type': 'application/json; charset=UTF-8',
        })
      ).status,
    ).toBe(201);
    expect(
      (
        await call(
          server,
          key,
          'PATCH',
          `/v1/patients/${things.ids.patient}`,
          { language: 'fr' },
          { 'Content-Type': 'application/merge-patch+json' },
        )
      ).status,
    ).toBe(200);
  });

  it('reject an announced oversized body before it is sent, and close the connection', async () => {
    const port = Number(new URL(server.url).port);
    const socket = net.connect(port, '127.0.0.1');
    socket.write(
      `POST /v1/patients HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n`,
    );
    let text = '';
    // Ends because the server closes the connection before ten gigabytes.
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"max_bytes":1048576');
  });

  it('require a length when there is no body', async () => {
    const port = Number(new URL(server.url).port);
    const socket = net.connect(port, '127.0.0.1');
    socket.write(
      `POST /v1/patients HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 411 /);
  });
});

describe('conditional and repeated requests', () => {
  it('return 304, 412 and 400 by entity tag', async () => {
    const target = `/v1/patients/${things.ids.patient}`;
    const first = await call(server, key, 'GET', target);
    const etag = first.headers.get('etag')!;
    expect(etag).toBe(`"${first.json.version}"`);
    const again = await call(server, key, 'GET', target, undefined, { 'If-None-Match': etag });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(await auditRows(again.headers.get('x-request-id')!)).toHaveLength(1);
    const stale = await call(server, key, 'PATCH', target, { language: 'it' }, { 'If-Match': '"99"' });
    expect(stale).toMatchObject({
      status: 412,
      json: { code: 'version_mismatch', current_version: first.json.version },
    });
    expect((await call(server, key, 'PATCH', target, { language: 'it' }, { 'If-Match': 'W/x' })).status).toBe(
      400,
    );
    expect((await call(server, key, 'PATCH', target, { language: 'it' }, { 'If-Match': etag })).status).toBe(
      200,
    );
  });

  it('return the same response for the same Idempotency-Key, and reject it with another body', async () => {
    const before = await patients();
    const headers = { 'Idempotency-Key': 'abc-1' };
    const [a, b] = [
      await call(server, key, 'POST', '/v1/patients', good, headers),
      await call(server, key, 'POST', '/v1/patients', good, headers),
    ];
    expect(b.text).toBe(a.text);
    expect([a.headers.get('idempotency-replayed'), b.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await patients()).toBe(before + 1);
    expect(
      (await call(server, key, 'POST', '/v1/patients', { ...good, sex: 'male' }, headers)).json,
    ).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    const race = await Promise.all(
      [...Array(12).keys()].map(() =>
        call(server, key, 'POST', '/v1/patients', good, { 'Idempotency-Key': 'race' }),
      ),
    );
    expect(await patients()).toBe(before + 2);
    for (const answer of race) expect([201, 409]).toContain(answer.status);
    const hook = await call(
      server,
      key,
      'POST',
      '/v1/webhooks',
      { url: 'https://hooks.example.org/i' },
      { 'Idempotency-Key': 'hook' },
    );
    const replay = await call(
      server,
      key,
      'POST',
      '/v1/webhooks',
      { url: 'https://hooks.example.org/i' },
      { 'Idempotency-Key': 'hook' },
    );
    expect(hook.json.secret).toMatch(/^whsec_/);
    expect(replay.json).toMatchObject({ id: hook.json.id });
    expect(replay.text).not.toContain('whsec_');
  });
});
