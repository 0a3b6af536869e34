import { createHash } from 'node:crypto';
import type { Random } from '../../support/random';
import type { ApiOperation } from '../../support/openapi';
import { ANNOUNCED, GOOD, GOOD_STATUS, MUTATIONS, pathOf, QUERIES } from './good';
import { garbageHeaders } from './header-lines';
import { garbageBody, type Json } from './json-bodies';
import { BOUNDARY, formOf, garbageForm, goodParts, spoiltBytes } from './multipart-bodies';
import { oauthEndpoints } from './oauth-endpoints';
import { publicEndpoint } from './public-endpoint';
import type { Fixture } from './fixture';
import { INJECTIONS, injections } from './values';
import type { Wire } from './wire';

/** All endpoints that accept input, each with a valid request and kinds of garbage derived from it. */

export interface Asked extends Wire {
  /** The allowed statuses, where the contract fixes them. */
  expected?: number[];
  /** The altered path belongs to a page, which responds with HTML. */
  elsewhere?: boolean;
}

export interface Endpoint {
  name: string;
  /** Errors are problem documents. */
  problems: boolean;
  good: { wire: Wire; status: number } | null;
  kinds: Record<string, (random: Random) => Asked>;
}

const JSON_TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';
const MULTIPART_TYPE = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;

export function endpointsOf(fixture: Fixture, pages: boolean): Endpoint[] {
  return [
    ...fixture.operations
      .filter(({ hasBody }) => hasBody)
      .map((operation) => operationEndpoint(fixture, operation)),
    readingEndpoint(fixture),
    multipartEndpoint(fixture, 'createDocument multipart', '/v1/documents', () => [
      `Authorization: Bearer ${fixture.key}`,
    ]),
    multipartEndpoint(
      fixture,
      'unfiled upload',
      '/api/portal/documents/uploads',
      (random) => asPerson(fixture, random),
      // Of the file in `goodParts`.
      { sha256: createHash('sha256').update('A letter.\n').digest('hex') },
    ),
    uploadEndpoint(fixture),
    trpcEndpoint(fixture),
    ...oauthEndpoints(fixture),
    publicEndpoint(fixture),
    ...(pages ? [signInEndpoint(fixture)] : []),
  ];
}

const wireOf = (
  fixture: Fixture,
  method: string,
  target: string,
  headers: string[],
  body: Buffer | string = '',
): Wire => {
  const bytes = Buffer.from(body as string);
  const length = method === 'GET' ? [] : [`Content-Length: ${bytes.length}`];
  return {
    method,
    target,
    headers: [`Host: ${new URL(fixture.url).host}`, ...headers, ...length],
    body: bytes,
  };
};

const asPerson = ({ people }: Fixture, random: Random | null) => [
  `Cookie: ${random ? random.pick(people) : people[0]!}`,
  'Sec-Fetch-Site: same-origin',
];

/** A form with the members of a valid body, or with altered bytes of one. */
function garbageFields(random: Random, good: Json): Buffer {
  const fields = new URLSearchParams(
    Object.keys(good).map((name): [string, string] => [name, random.pick(INJECTIONS).toWellFormed()]),
  );
  if (random.below(3) === 0) fields.append(random.pick(INJECTIONS).toWellFormed(), 'x');
  const bytes = Buffer.from(fields.toString());
  return random.below(2) === 0 && bytes.length > 0 ? spoiltBytes(random, bytes) : bytes;
}

/** Media types that no operation of `/v1` accepts. */
const OTHER_TYPES = [
  FORM_TYPE,
  FORM_TYPE,
  FORM_TYPE,
  'Content-Type: text/plain',
  'Content-Type: application/xml',
  'Content-Type: text/json',
  'Content-Type: application/json; charset=utf-16',
  'X-No-Type: x',
];

function operationEndpoint(fixture: Fixture, operation: ApiOperation): Endpoint {
  const goods = GOOD[operation.id]!(fixture.things);
  const send = (type: string, body: Buffer | string) =>
    wireOf(
      fixture,
      operation.method,
      pathOf(operation, fixture.things),
      [`Authorization: Bearer ${fixture.key}`, type],
      body,
    );
  return {
    name: operation.id,
    problems: true,
    good: {
      wire: send(JSON_TYPE, JSON.stringify(goods[0])),
      status: GOOD_STATUS[operation.id] ?? (operation.method === 'PATCH' ? 200 : 201),
    },
    kinds: {
      json: (random) => send(JSON_TYPE, garbageBody(random, random.pick(goods))),
      form: (random) => ({
        ...send(random.pick(OTHER_TYPES), garbageFields(random, goods[0]!)),
        expected: [415],
      }),
      headers: (random) => garbageHeaders(random, send(JSON_TYPE, JSON.stringify(random.pick(goods)))),
    },
  };
}

/** The path after dots and backslashes are resolved. */
const resolved = (target: string) =>
  URL.canParse(`http://host${target}`) ? new URL(`http://host${target}`).pathname : target;

/** All reading operations: queries, paths and headers. */
function readingEndpoint(fixture: Fixture): Endpoint {
  const reading = fixture.operations.filter(({ method }) => method === 'GET');
  const parameters = reading.flatMap((operation) =>
    operation.parameters.filter((one) => one.in === 'query').map(({ name }) => ({ operation, name })),
  );
  const get = (target: string) => wireOf(fixture, 'GET', target, [`Authorization: Bearer ${fixture.key}`]);
  return {
    name: 'reading',
    problems: true,
    good: { wire: get('/v1/patients?limit=1'), status: 200 },
    kinds: {
      query: (random) => {
        const { operation, name } = random.pick(parameters);
        const [value] = injections(random, 1_000).slice(random.below(999));
        const query = new URLSearchParams({ [name]: value!.toWellFormed() });
        return {
          ...get(`${pathOf(operation, fixture.things)}?${query}`.slice(0, 8_000)),
          expected: [200, 400],
        };
      },
      path: (random) => {
        const bytes = Buffer.from(random.pick(INJECTIONS));
        const raw = bytes.toString('latin1').replaceAll(/[\0-\x20\x7f]/g, '');
        const id = random.below(2) === 0 ? encodeURIComponent(random.pick(INJECTIONS).toWellFormed()) : raw;
        const target = `${random.pick(reading).path.replace('{id}', () => id)}${random.pick(['', '/', '/..', '?', '#x'])}`;
        return { ...get(target), elsewhere: !/^\/v1(\/|$)/.test(resolved(target)) };
      },
      headers: (random) => garbageHeaders(random, get(pathOf(random.pick(reading), fixture.things))),
    },
  };
}

function multipartEndpoint(
  fixture: Fixture,
  name: string,
  target: string,
  credential: (random: Random | null) => string[],
  more: Json = { title: 'A letter', metadata: { k: 'v' } },
): Endpoint {
  const facts: Json = { patient_id: fixture.things.ids.patient, ...more };
  const send = (random: Random | null, body: Buffer, type = MULTIPART_TYPE) =>
    wireOf(fixture, 'POST', target, [...credential(random), type], body);
  return {
    name,
    problems: true,
    good: { wire: send(null, formOf(goodParts(facts))), status: 201 },
    kinds: {
      multipart: (random) => send(random, garbageForm(random, facts)),
      headers: (random) => garbageHeaders(random, send(random, formOf(goodParts(facts)))),
    },
  };
}

/** The second step of an announced upload; the bytes never match the announcement. */
function uploadEndpoint(fixture: Fixture): Endpoint {
  const put = (body: Buffer, target = fixture.upload) =>
    wireOf(fixture, 'PUT', target, ['Content-Type: text/plain'], body);
  const wrong = Buffer.from('0123456789');
  if (wrong.length !== ANNOUNCED.size) throw new Error('these bytes must have the size that was announced');
  return {
    name: 'uploads',
    problems: true,
    good: { wire: put(wrong), status: 422 },
    kinds: {
      bytes: (random) => ({ ...put(spoiltBytes(random, wrong)), expected: [404, 413, 422] }),
      path: (random) => ({
        ...put(wrong, `/uploads/${encodeURIComponent(random.pick(INJECTIONS).toWellFormed())}`),
        expected: [404],
      }),
      headers: (random) => garbageHeaders(random, put(wrong)),
    },
  };
}

function trpcEndpoint(fixture: Fixture): Endpoint {
  const { things } = fixture;
  const writing = Object.entries(MUTATIONS).map(([name, input]) => ({ name, input: input(things) }));
  const reading = Object.entries(QUERIES).map(([name, input]) => ({ name, input: input(things) }));
  const post = (random: Random | null, target: string, body: Buffer | string, type = JSON_TYPE) =>
    wireOf(fixture, 'POST', `/api/trpc/${target}`, [...asPerson(fixture, random), type], body);
  const get = (random: Random, target: string) =>
    wireOf(fixture, 'GET', `/api/trpc/${target}`.slice(0, 8_000), asPerson(fixture, random));
  const good = JSON.stringify(MUTATIONS['patients.registerPatient']!(things));
  return {
    name: 'trpc',
    problems: false,
    good: { wire: post(null, 'patients.registerPatient', good), status: 200 },
    kinds: {
      json: (random) => {
        const { name, input } = random.pick(writing);
        return post(random, name, garbageBody(random, input));
      },
      query: (random) => {
        const { name, input } = random.pick(reading);
        return get(random, `${name}?input=${encodeURIComponent(garbageBody(random, input).toString())}`);
      },
      form: (random) => ({
        ...post(random, random.pick(writing).name, garbageFields(random, { a: 1, id: 2 }), FORM_TYPE),
        expected: [415],
      }),
      batch: (random) => {
        const names = Array.from(
          { length: 1 + random.below(5) },
          () => random.pick([...writing, ...reading]).name,
        );
        const query = random.pick([
          '?batch=1',
          '?batch=1&input={}',
          '?batch=1&input=[]',
          '?batch=1&input={"0":1}',
          '?batch=2',
          '?',
          '?input=%ff',
          '?input={"0":',
          '?batch=1&batch=1',
          '?input=null',
          '?__proto__=1',
          '?transformer=x',
          `?batch=1&input=${encodeURIComponent(random.pick(INJECTIONS).toWellFormed())}`,
        ]);
        const path = random.pick([
          names.join(','),
          `${names[0]}/`,
          `${names[0]}.x`,
          '',
          '__proto__',
          'constructor',
          'patients',
          'patients.',
          '.',
          ',',
          '%2e%2e',
          '%00',
          '%ff',
          encodeURIComponent(random.pick(INJECTIONS).toWellFormed()),
        ]);
        return random.below(2) === 0 ? get(random, path + query) : post(random, path + query, '{"0":{}}');
      },
      headers: (random) => garbageHeaders(random, post(random, 'patients.registerPatient', good)),
    },
  };
}

const SIGN_IN_PATHS = [
  'callback/credentials',
  'callback/second-factor',
  'callback/step-up',
  'callback/passkey',
  'callback/x',
  'signin',
  'signin/credentials',
  'signout',
  'session',
  'csrf',
  'providers',
  'error',
  '_log',
  'verify-request',
  '__proto__',
  'constructor',
  '%00',
  'a/b/c',
  '',
];

/** next-auth's own routes, behind Next. */
function signInEndpoint(fixture: Fixture): Endpoint {
  const fields = {
    csrfToken: 'x',
    email: 'a@example.org',
    password: 'x',
    code: '1',
    passkey: '{}',
    callbackUrl: '/',
    json: 'true',
  };
  const post = (random: Random, body: Buffer | string, type: string) =>
    wireOf(fixture, 'POST', `/api/auth/${random.pick(SIGN_IN_PATHS)}`, [type], body);
  return {
    name: 'sign-in',
    problems: false,
    good: { wire: wireOf(fixture, 'GET', '/api/auth/csrf', []), status: 200 },
    kinds: {
      form: (random) => post(random, garbageFields(random, fields), FORM_TYPE),
      json: (random) => post(random, garbageBody(random, fields), JSON_TYPE),
      query: (random) => {
        const name = random.pick([...Object.keys(fields), 'error', 'nextauth', 'provider', 'token']);
        const query = new URLSearchParams({ [name]: random.pick(INJECTIONS).toWellFormed() });
        return wireOf(fixture, 'GET', `/api/auth/${random.pick(SIGN_IN_PATHS)}?${query}`, []);
      },
      headers: (random) =>
        garbageHeaders(random, post(random, new URLSearchParams(fields).toString(), FORM_TYPE)),
    },
  };
}
