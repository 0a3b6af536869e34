import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realKey, testOrg } from '../../support/database';
import { call, startServer, type Answer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';
import { ALWAYS, CASES, DEFAULT_SORT, SORT_KEYS, WRONG, type Case } from './lists-cases';
import { makeFixture, type Fixture } from './lists-fixture';

/**
 * Every list of the OpenAPI document: each parameter filters (a row it keeps, a row it omits), each sort sorts, pages
 * meet without gap or overlap, a cursor is valid for one list only, and invalid values are rejected by name. A
 * parameter or sort without a case fails.
 */

interface Schema {
  type?: string;
  enum?: string[];
  items?: { enum?: string[] };
  pattern?: string;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: number;
}

interface List {
  id: string;
  path: string;
  parameters: { name: string; schema: Schema }[];
}

const GENERIC = ['limit', 'cursor', 'include', 'sort'];

let server: TestServer;
let fixture: Fixture;
let lists: List[];
let foreign: string;

beforeAll(async () => {
  server = await startServer();
  fixture = await makeFixture();
  foreign = await realKey(await testOrg());
  const { json } = await call(server, null, 'GET', '/v1/openapi.json');
  lists = Object.entries(json.paths as Record<string, Record<string, Record<string, unknown>>>)
    // `patient-merges.test.ts` pages the list of one patient.
    .filter(([path, methods]) => /^list/.test(String(methods.get?.operationId)) && !path.includes('{'))
    .map(([path, methods]) => ({
      id: methods.get!.operationId as string,
      path,
      // Headers are references; the others are the parameters of the query.
      parameters: (methods.get!.parameters as List['parameters']).filter(({ name }) => name !== undefined),
    }));
  // Open transactions of other tests in this Postgres hide events, so poll until they have ended.
  while ((await get('/v1/events', { object_id: fixture.documents.c })).json.data.length < 2);
});
afterAll(async () => {
  await server.close();
});

const get = (path: string, query: Record<string, string> = {}, key = fixture.key): Promise<Answer> =>
  call(server, key, 'GET', `${path}?${new URLSearchParams(query).toString()}`);
const idsOf = (answer: Answer): string[] => {
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return (answer.json.data as { id: string }[]).map(({ id }) => id);
};
const expectError = (answer: Answer, parameter: string, what: string, code = 'invalid_parameter') => {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBe(400);
  expect(answer.json, what).toMatchObject({ code });
  const named = (answer.json.errors as { parameter: string }[]).map((error) => error.parameter);
  expect([...new Set(named)], what).toEqual([parameter]);
};

describe('each list', () => {
  it('is tested here, with the parameters of the contract', () => {
    expect(lists.map(({ id }) => id).sort()).toEqual(Object.keys(CASES).sort());
    for (const { id, parameters } of lists) {
      const names = parameters.map(({ name }) => name).filter((name) => !GENERIC.includes(name));
      expect(names.sort(), id).toEqual(Object.keys(CASES[id]!).sort());
      expect(parameters.find(({ name }) => name === 'limit')!.schema, id).toMatchObject({
        minimum: 1,
        maximum: 100,
        default: 25,
      });
    }
  });

  it('returns exactly the matching rows for each filter', async () => {
    const all = new Map<string, string[]>();
    for (const { id, path } of lists) {
      for (const [name, make] of Object.entries(CASES[id]!)) {
        for (const one of [make(fixture)].flat() as Case[]) {
          const what = `${id} ${name}=${one.value}`;
          const query = { ...ALWAYS[id], ...one.with?.(fixture), limit: '100', include: 'total_count' };
          const unfiltered = JSON.stringify([path, query]);
          if (!all.has(unfiltered)) all.set(unfiltered, idsOf(await get(path, query)));
          const everything = all.get(unfiltered)!;
          const answer = await get(path, { ...query, [name]: one.value });
          const found = idsOf(answer);
          expect(found, what).toEqual(expect.arrayContaining(one.hits(fixture)));
          for (const miss of one.misses(fixture)) {
            expect(found, what).not.toContain(miss);
            if (!one.widens) expect(everything, `${what}: the row exists without the filter`).toContain(miss);
          }
          expect(answer.json.total_count, what).toBe(found.length);
          expect(one.hits(fixture).length + one.misses(fixture).length, what).toBeGreaterThan(1);
        }
      }
    }
  }, 60_000);

  it('returns nothing for an ID that no record can have', async () => {
    const impossible = '0000000000000000000000000a';
    let filters = 0;
    for (const { id, path, parameters } of lists)
      for (const { name, schema } of parameters) {
        const prefix = /^\^([a-z]+)_/.exec(schema.pattern ?? '')?.[1];
        if (!prefix) continue;
        filters++;
        const found = await get(path, { ...ALWAYS[id], [name]: `${prefix}_${impossible}` });
        expect(idsOf(found), `${id} ${name}`).toEqual([]);
      }
    expect(filters).toBeGreaterThan(4);
  });

  it(
    'rejects invalid parameters by name: empty, repeated, wrong type, too long, unknown',
    { ...nightly, timeout: 60_000 },
    async () => {
      for (const { id, path, parameters } of lists) {
        for (const { name, schema } of parameters) {
          if (name === 'cursor') continue;
          const words = schema.enum ?? schema.items?.enum;
          const wrong = [
            '',
            ...(words ? ['nonsense', words[0]!.toUpperCase()] : []),
            ...(schema.pattern || schema.format ? ['nonsense'] : []),
            ...(schema.type === 'integer' || name === 'limit' ? ['0', '-1', '101', '1.5', 'x'] : []),
            ...(schema.maxLength ? ['x'.repeat(schema.maxLength + 1)] : []),
            ...(WRONG[name] ?? []),
          ];
          for (const value of wrong)
            expectError(await get(path, { [name]: value }), name, `${id} ${name}=${value.slice(0, 40)}`);
          const twice = await call(server, fixture.key, 'GET', `${path}?${name}=1&${name}=1`);
          expectError(twice, name, `${id} ${name} twice`);
        }
        for (const name of ['color', 'Limit', 'filter[status]', '__proto__', 'page'])
          for (const value of ['1', ''])
            expectError(await get(path, { [name]: value }), name, `${id} ${name}`, 'unknown_parameter');
      }
    },
  );

  it('pages without gap or overlap in every sort, by cursor and by Link', nightly, async () => {
    for (const { id, path, parameters } of lists) {
      const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
      for (const sort of [undefined, ...sorts]) {
        const what = `${id} sort=${sort ?? 'default'}`;
        const query: Record<string, string> = { ...ALWAYS[id], ...(sort ? { sort } : {}) };
        const whole = await get(path, { ...query, limit: '100', include: 'total_count' });
        const all = idsOf(whole);
        expect(all.length, what).toBeGreaterThan(2);
        expect(whole.json, what).toMatchObject({ has_more: false, total_count: all.length });
        const walked: string[] = [];
        let address: string | null = `${path}?${new URLSearchParams({ ...query, limit: '2' }).toString()}`;
        while (address) {
          const page: Answer = await call(server, fixture.key, 'GET', address);
          const ids = idsOf(page);
          expect(ids.length, what).toBe(page.json.has_more ? 2 : ids.length);
          walked.push(...ids);
          const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(
            page.headers.get('link') ?? '',
          )?.[1];
          expect(link !== undefined, what).toBe(page.json.has_more);
          if (link) expect(new URL(link).searchParams.get('cursor')).toBe(page.json.next_cursor);
          address = link ? link.slice(server.url.length) : null;
        }
        expect(walked, what).toEqual(all);
        const name = (sort ?? DEFAULT_SORT[id]!).replace('-', '');
        const key = SORT_KEYS[name];
        expect(key, `${what}: no key here`).toBeDefined();
        const keys = (whole.json.data as Record<string, unknown>[]).map((row) => key!(row));
        const sign = (sort ?? DEFAULT_SORT[id]!).startsWith('-') ? -1 : 1;
        expect(keys, what).toEqual([...keys].sort((x, y) => sign * (x < y ? -1 : x > y ? 1 : 0)));
      }
    }
  });

  it(
    'accepts a cursor only unchanged and with its organization, list, filters and sort',
    nightly,
    async () => {
      for (const [index, { id, path, parameters }] of lists.entries()) {
        const always = ALWAYS[id] ?? {};
        const first = await get(path, { ...always, limit: '1' });
        const cursor = first.json.next_cursor as string;
        const sort = parameters
          .find(({ name }) => name === 'sort')
          ?.schema.enum?.find((one) => one !== DEFAULT_SORT[id]!);
        const [filter, make] = Object.entries(CASES[id]!)[0] ?? [];
        // Changes one letter of the nonce, the text and the tag.
        const flipped = (at: number) => {
          const letters = [...cursor];
          letters[at] = letters.at(at) === 'A' ? 'B' : 'A';
          return letters.join('');
        };
        // A cursor, in a log for example, reveals nothing of the last row.
        for (const part of cursor.split('.'))
          expect(() => JSON.parse(Buffer.from(part, 'base64url').toString()), `${id}: ${part}`).toThrow();
        expect((await get(path, { ...always, limit: '1' })).json.next_cursor, id).toBe(cursor);
        const neighbor = lists[(index + 1) % lists.length]!;
        const rejected: [string, Promise<Answer>][] = [
          ['another organization', get(path, { ...always, cursor }, foreign)],
          ['another list', get(neighbor.path, { cursor })],
          ['another nonce', get(path, { ...always, cursor: flipped(0) })],
          ['another place', get(path, { ...always, cursor: flipped(20) })],
          ['another tag', get(path, { ...always, cursor: flipped(cursor.length - 3) })],
          ['no tag', get(path, { ...always, cursor: cursor.slice(0, -22) })],
          ['another spelling', get(path, { ...always, cursor: `${cursor}=` })],
          ['nothing', get(path, { cursor: '' })],
          ['too long', get(path, { cursor: 'x'.repeat(1001) })],
        ];
        if (sort) rejected.push(['another sort', get(path, { ...always, sort, cursor })]);
        if (filter)
          rejected.push([
            'other filters',
            get(path, { ...always, [filter]: ([make!(fixture)].flat() as Case[])[0]!.value, cursor }),
          ]);
        for (const [what, answer] of rejected) {
          const { status, json } = await answer;
          expect(status, `${id}: ${what}`).toBe(400);
          expect(json, `${id}: ${what}`).toMatchObject({ errors: [{ parameter: 'cursor' }] });
          if (what !== 'too long') expect(json.code, `${id}: ${what}`).toBe('invalid_cursor');
        }
        // Page size and counting may change between pages.
        expect(
          idsOf(await get(path, { ...always, limit: '3', include: 'total_count', cursor })).length,
          id,
        ).toBeGreaterThan(0);
      }
    },
  );
});

describe('POST /v1/patients/search', () => {
  const search = (body: object, key = fixture.key): Promise<Answer> =>
    call(server, key, 'POST', '/v1/patients/search', body);
  /** The query as a body: several statuses are an array. */
  const asBody = ({ status, limit, ...query }: Record<string, string>) => ({
    ...query,
    ...(status ? { status: status.split(',') } : {}),
    ...(limit ? { limit: Number(limit) } : {}),
  });

  it('returns what the list returns, for each filter and sort, without a Link', nightly, async () => {
    const { parameters } = lists.find(({ id }) => id === 'listPatients')!;
    const sorts = parameters.find(({ name }) => name === 'sort')!.schema.enum!;
    const queries = [
      { limit: '2', include: 'total_count' },
      ...sorts.map((sort) => ({ sort, limit: '1' })),
      ...Object.entries(CASES.listPatients!).flatMap(([name, make]) =>
        ([make(fixture)].flat() as Case[]).map(({ value }) => ({ [name]: value })),
      ),
    ];
    for (const query of queries) {
      const answer = await search(asBody(query));
      const listed = await get('/v1/patients', query);
      expect(answer.status, JSON.stringify(query)).toBe(200);
      expect(answer.json, JSON.stringify(query)).toEqual(listed.json);
      expect(answer.headers.get('link')).toBeNull();
      if (!answer.json.has_more) continue;
      const cursor = answer.json.next_cursor as string;
      expect((await search({ ...asBody(query), cursor })).json).toEqual(
        (await get('/v1/patients', { ...query, cursor })).json,
      );
    }
    expect(queries.length).toBeGreaterThan(25);
  });

  it('names fields, not parameters, in its errors', async () => {
    const cases: [object, number, string, string][] = [
      [{ limit: '5' }, 422, 'validation_failed', '/limit'],
      [{ status: 'active' }, 422, 'validation_failed', '/status'],
      [{ birth_date: '14.07.1945' }, 422, 'validation_failed', '/birth_date'],
      [{ familly: 'Meyer' }, 422, 'validation_failed', '/familly'],
      [{ q: 'meyer', sort: 'family' }, 422, 'validation_failed', '/sort'],
      [{ q: Array.from({ length: 17 }, (_, at) => `word${at}`).join(' ') }, 422, 'validation_failed', '/q'],
      [{ cursor: 'x' }, 400, 'invalid_cursor', '/cursor'],
    ];
    for (const [body, status, code, pointer] of cases) {
      const { json } = await search(body);
      expect(json, pointer).toMatchObject({ status, code });
      const errors = json.errors as { pointer?: string; parameter?: string }[];
      expect([...new Set(errors.map((error) => error.pointer))], pointer).toEqual([pointer]);
      expect(errors[0], pointer).not.toHaveProperty('parameter');
    }
    const { next_cursor: cursor } = (await search({ limit: 1 })).json;
    expect((await search({ cursor }, foreign)).json).toMatchObject({ status: 400, code: 'invalid_cursor' });
    const { json } = await call(server, fixture.key, 'POST', '/v1/patients/search?family=Meyer', {});
    expect(json).toMatchObject({ status: 400, code: 'unknown_parameter' });
  });

  it('reads again with the same Idempotency-Key', async () => {
    const once = async () => {
      const headers = { 'Idempotency-Key': 'search-1' };
      const body = { family: 'Meyer' };
      return call(server, fixture.key, 'POST', '/v1/patients/search', body, headers);
    };
    const first = await once();
    const [patient] = first.json.data as { id: string; version: number }[];
    await call(server, fixture.key, 'PATCH', `/v1/patients/${patient!.id}`, { language: 'de' });
    const second = await once();
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(second.json.data).toMatchObject([{ id: patient!.id, version: patient!.version + 1 }]);
  });
});

describe('conditional GET', () => {
  it('returns 304 on every operation with an entity tag, which are those of the contract', async () => {
    const tagged: Record<string, string> = {
      getPatient: `/v1/patients/${fixture.patients.a}`,
      getLabOrder: `/v1/labs/orders/${fixture.orders.a}`,
      getLabResult: `/v1/labs/results/${fixture.results.a}`,
      listCatalog: '/v1/labs/catalog?q=alpha',
      getDocument: `/v1/documents/${fixture.documents.a}`,
      downloadDocument: `/v1/documents/${fixture.documents.a}/content`,
    };
    for (const { id, path } of lists.filter((list) => !(list.id in tagged)))
      expect((await get(path)).headers.get('etag'), id).toBeNull();
    for (const [id, path] of Object.entries(tagged)) {
      const first = await call(server, fixture.key, 'GET', path);
      const etag = first.headers.get('etag')!;
      expect(etag, id).toMatch(/^"[^"]+"$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const same = await call(server, fixture.key, 'GET', path, undefined, { 'If-None-Match': header });
        expect(same.status, `${id} ${header}`).toBe(304);
        expect(same.text).toBe('');
        expect(same.headers.get('etag')).toBe(etag);
      }
      const other = await call(server, fixture.key, 'GET', path, undefined, { 'If-None-Match': '"other"' });
      expect(other.status, id).toBe(200);
    }
  });
});

describe('GET /v1/labs/results/{id}', () => {
  it('returns the only result of an order, with its location', async () => {
    const own = await get(`/v1/labs/results/${fixture.results.a}`);
    expect(own.headers.get('content-location')).toBeNull();
    const byOrder = await get(`/v1/labs/results/${fixture.orders.a}`);
    expect(byOrder.json).toEqual(own.json);
    expect(byOrder.headers.get('content-location')).toBe(`/v1/labs/results/${fixture.results.a}`);
    const none = await get(`/v1/labs/results/${fixture.orders.b}`);
    expect(none.json).toMatchObject({ status: 404, code: 'result_not_ready', order_status: 'requested' });
  });

  it('filters abnormal lines, and rejects invalid values and versions by name', async () => {
    const path = `/v1/labs/results/${fixture.results.a}`;
    const codes = (answer: Answer) =>
      (answer.json.panels as { observations: { code: string }[] }[]).flatMap(({ observations }) =>
        observations.map(({ code }) => code),
      );
    expect(codes(await get(path))).toEqual(['ALPHA', 'REST']);
    expect(codes(await get(path, { flags: 'abnormal' }))).toEqual(['ALPHA']);
    expect(codes(await get(path, { version: '1' }))).toEqual(['ALPHA', 'REST']);
    for (const flags of ['', 'critical', 'abnormal,normal'])
      expectError(await get(path, { flags }), 'flags', `flags=${flags}`);
    for (const version of ['', '0', '-1', '1.5', 'x'])
      expectError(await get(path, { version }), 'version', `version=${version}`);
    expect((await get(path, { version: '2' })).json).toMatchObject({ status: 404, code: 'not_found' });
  });
});
