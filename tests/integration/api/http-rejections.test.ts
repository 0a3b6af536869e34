import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS, type ErrorCode } from '../../../server/errors/domain-error';
import { realKey, testOrg, type TestOrg } from '../../support/database';
import { exchange, type Exchange, type RawAnswer } from '../../support/raw';
import { call, startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/**
 * Rejections below routing, over bare sockets: each is the same problem document, and no request that two readers could
 * interpret differently is carried out or answered twice (D-08, D-17, G-07).
 */

let server: TestServer;
let org: TestOrg;
let key: string;
let host: string;

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  key = await realKey(org);
  host = new URL(server.url).host;
});
afterAll(() => server.close());

const send = (text: string, options?: Parameters<typeof exchange>[2]) =>
  exchange(server.url, [Buffer.from(text, 'latin1')], options);
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const authorized = () => [`Host: ${host}`, `Authorization: Bearer ${key}`];

function problemIn(answer: RawAnswer, status: number, code: ErrorCode): Record<string, unknown> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const problem = JSON.parse(answer.body) as Record<string, unknown>;
  expect(problem).toMatchObject({
    type: `${server.url}/docs/errors/${code}`,
    status: STATUS[code],
    code,
    instance: `/requests/${problem.request_id as string}`,
  });
  expect(Object.keys(problem).slice(0, 7)).toEqual([
    'type',
    'title',
    'status',
    'code',
    'detail',
    'instance',
    'request_id',
  ]);
  expect(answer.headers.get('x-request-id')).toBe(problem.request_id);
  expect(problem.request_id).toMatch(/^req_/);
  return problem;
}

function onlyProblem(exchanged: Exchange, status: number, code: ErrorCode): Record<string, unknown> {
  expect(exchanged.answers.map((answer) => answer.status)).toEqual([status]);
  expect(exchanged.rest).toBe('');
  return problemIn(exchanged.answers[0]!, status, code);
}

describe('invalid HTTP request', () => {
  it.each<[string, () => string, number, ErrorCode]>([
    ['garbage', () => 'hello\r\n\r\n', 400, 'invalid_request'],
    ['a TLS greeting', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'invalid_request'],
    ['HTTP/0.9', () => 'GET /healthz\r\n\r\n', 400, 'invalid_request'],
    ['HTTP/2 by name', () => lines('GET /healthz HTTP/2.0', `Host: ${host}`), 400, 'invalid_request'],
    ['HTTP/2 on a plain socket', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_request'],
    ['an unknown version', () => lines('GET /healthz HTTP/3.7', `Host: ${host}`), 400, 'invalid_request'],
    ['an unknown method', () => lines('BREW /v1/patients HTTP/1.1', `Host: ${host}`), 400, 'invalid_request'],
    ['a space in the target', () => lines('GET /v1/a b HTTP/1.1', `Host: ${host}`), 400, 'invalid_request'],
    ['an asterisk', () => lines('OPTIONS * HTTP/1.1', `Host: ${host}`), 400, 'invalid_request'],
    ['a tunnel', () => lines(`CONNECT ${host} HTTP/1.1`, `Host: ${host}`), 400, 'invalid_request'],
    ['no Host', () => lines('GET /healthz HTTP/1.1'), 400, 'invalid_request'],
    [
      'a header without a name',
      () => lines('GET / HTTP/1.1', `Host: ${host}`, ': x'),
      400,
      'invalid_request',
    ],
    [
      'a control character in a header',
      () => lines('GET / HTTP/1.1', `Host: ${host}`, 'A: b\0c'),
      400,
      'invalid_request',
    ],
    [
      '201 headers',
      () => lines('GET / HTTP/1.1', `Host: ${host}`, ...Array<string>(200).fill('a: b')),
      431,
      'headers_too_large',
    ],
    [
      '10,000 headers',
      () => lines('GET / HTTP/1.1', `Host: ${host}`, ...Array<string>(10_000).fill('a: b')),
      431,
      'headers_too_large',
    ],
    [
      'headers of 17 KiB',
      () => lines('GET / HTTP/1.1', `Host: ${host}`, `A: ${'b'.repeat(17_000)}`),
      431,
      'headers_too_large',
    ],
    [
      'a target of 9 KiB',
      () => lines(`GET /${'a'.repeat(9_000)} HTTP/1.1`, `Host: ${host}`),
      414,
      'uri_too_long',
    ],
    [
      'a target of 60 KiB',
      () => lines(`GET /${'a'.repeat(60_000)} HTTP/1.1`, `Host: ${host}`),
      414,
      'uri_too_long',
    ],
  ])('%s', async (_name, text, status, code) => {
    const exchanged = await send(text());
    onlyProblem(exchanged, status, code);
    expect(exchanged.closed).toBe(true);
    expect(exchanged.answers[0]!.headers.get('connection')).toBe('close');
  });
});

describe('rejected request', () => {
  it.each<[string, () => string, number, ErrorCode]>([
    [
      'another host',
      () => lines('GET /v1/patients HTTP/1.1', 'Host: evil.example'),
      421,
      'misdirected_request',
    ],
    [
      'another expectation',
      () => lines('POST /v1/patients HTTP/1.1', ...authorized(), 'Expect: coffee', 'Content-Length: 2'),
      417,
      'expectation_failed',
    ],
  ])('%s', async (_name, text, status, code) => {
    const exchanged = await send(text());
    onlyProblem(exchanged, status, code);
    expect(exchanged.closed).toBe(true);
  });

  it.each([
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/readyz', 'GET, HEAD'],
    ['POST', '/metrics', 'GET, HEAD'],
    ['PUT', '/api/trpc/patients.listCharts', 'GET, POST'],
    ['OPTIONS', '/api/trpc', 'GET, POST'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
    ['GET', '/api/portal/documents/uploads', 'POST'],
  ])('%s %s returns 405 with Allow', async (method, target, allow) => {
    const answer = await call(server, key, method, target);
    expect(answer.json).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('shows people a page about the wrong host', async () => {
    const { answers } = await send(lines('GET /sign-in HTTP/1.1', 'Host: evil.example'));
    expect(answers[0]!.status).toBe(421);
    expect(answers[0]!.headers.get('content-type')).toMatch(/^text\/plain/);
  });
});

const body = '{"name":{"family":"F","given":["G"]},"birth_date":"2000-01-01","sex":"male"}';
const post = (...headers: string[]) =>
  lines('POST /v1/patients HTTP/1.1', ...authorized(), 'Content-Type: application/json', ...headers);

describe('body checks before reading', () => {
  it('send 100 Continue when the body is accepted', async () => {
    const head = post(`Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close');
    expect((await send(head, { answers: 1 })).answers.map((answer) => answer.status)).toEqual([100]);
    // A client that sends the body without waiting gets no 100 Continue.
    expect((await send(head + body)).answers.map((answer) => answer.status)).toEqual([201]);
  });

  it.each<[string, () => string, number, ErrorCode]>([
    [
      'too large',
      () => post('Content-Length: 10000000000', 'Expect: 100-continue'),
      413,
      'payload_too_large',
    ],
    [
      'no credential',
      () => lines('POST /v1/patients HTTP/1.1', `Host: ${host}`, 'Content-Length: 9', 'Expect: 100-continue'),
      401,
      'missing_credentials',
    ],
    [
      'an encoding',
      () => post('Content-Length: 9', 'Content-Encoding: gzip', 'Expect: 100-continue'),
      415,
      'unsupported_media_type',
    ],
  ])('never send 100 Continue: %s', async (_name, text, status, code) => {
    const exchanged = await send(text(), { answers: 1 });
    onlyProblem(exchanged, status, code);
  });

  it('reject ten gigabytes of JSON at the headers', nightly, async () => {
    const asked = ['POST /v1/patients', 'POST /v1/documents', 'PATCH /v1/patients/pat_x'].map((line) =>
      send(
        lines(
          `${line} HTTP/1.1`,
          ...authorized(),
          'Content-Type: application/json',
          'Content-Length: 10000000000',
        ),
      ),
    );
    for (const exchanged of await Promise.all(asked)) {
      expect(onlyProblem(exchanged, 413, 'payload_too_large').max_bytes).toBeGreaterThan(0);
      expect(exchanged.closed).toBe(true);
    }
  });

  it('reject a multipart body of ten gigabytes, and one without a length', async () => {
    const multipart = (length: string) =>
      send(
        lines(
          'POST /v1/documents HTTP/1.1',
          ...authorized(),
          'Content-Type: multipart/form-data; boundary=x',
          length,
        ),
        { answers: 1 },
      );
    onlyProblem(await multipart('Content-Length: 10000000000'), 413, 'payload_too_large');
    onlyProblem(await multipart('X-None: 1'), 411, 'length_required');
  });

  it('read chunks without a length up to the limit', async () => {
    const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`);
    const parts = Array<Buffer>(18).fill(chunk);
    const exchanged = await exchange(server.url, [post('Transfer-Encoding: chunked'), ...parts], {
      answers: 1,
    });
    onlyProblem(exchanged, 413, 'payload_too_large');
  });

  it('close a connection with an endless body after a request that needs none', async () => {
    const exchanged = await send(
      lines('GET /v1/patients HTTP/1.1', ...authorized(), 'Content-Length: 10000000000') + 'x',
      { waitMs: 6_000 },
    );
    expect(exchanged.answers.map((answer) => answer.status)).toEqual([200]);
    expect(exchanged.closed).toBe(true);
  });

  it.each([
    'gzip',
    'deflate',
    'br',
    'zstd',
    'compress',
    'GZIP',
    'gzip, gzip',
    'identity, gzip',
    'x',
    '',
    'identity;q=1',
  ])('return 415 for Content-Encoding: %s at every endpoint with bodies', async (encoding) => {
    for (const [target, type] of [
      ['/v1/patients', 'application/json'],
      ['/v1/documents', 'multipart/form-data; boundary=x'],
      ['/api/trpc/patients.registerPatient', 'application/json'],
      ['/api/portal/documents/uploads', 'multipart/form-data; boundary=x'],
    ]) {
      const exchanged = await send(
        lines(
          `POST ${target} HTTP/1.1`,
          ...authorized(),
          `Content-Type: ${type}`,
          'Content-Length: 2',
          `Content-Encoding: ${encoding}`,
        ) + '{}',
        { answers: 1 },
      );
      onlyProblem(exchanged, 415, 'unsupported_media_type');
    }
  });

  it('rely on no module of the service that can decode a body', () => {
    for (const file of ['server/http/rest/read-body.ts', 'server/http/files/multipart.ts'])
      expect(readFileSync(file, 'utf8')).not.toMatch(/zlib|DecompressionStream/);
  });
});

describe('request framing', () => {
  const SMUGGLED = 'GET /v1/webhooks HTTP/1.1\r\nHost: smuggled\r\n\r\n';
  const chunked = `2\r\n{}\r\n0\r\n\r\n`;
  const FORMS: [string, () => string][] = [
    ['CL and TE', () => post('Content-Length: 4', 'Transfer-Encoding: chunked') + chunked],
    ['TE and CL', () => post('Transfer-Encoding: chunked', 'Content-Length: 4') + chunked],
    ['CL 0 and TE', () => post('Content-Length: 0', 'Transfer-Encoding: chunked') + chunked],
    ['two equal lengths', () => post('Content-Length: 2', 'Content-Length: 2') + '{}'],
    ['two lengths', () => post('Content-Length: 2', 'Content-Length: 60') + '{}'],
    ['two lengths in one header', () => post('Content-Length: 2, 2') + '{}'],
    ['a list of lengths', () => post('Content-Length: 2, 60') + '{}'],
    ['a signed length', () => post('Content-Length: +2') + '{}'],
    ['a negative length', () => post('Content-Length: -2') + '{}'],
    ['a hexadecimal length', () => post('Content-Length: 0x2') + '{}'],
    ['a length with a point', () => post('Content-Length: 2.0') + '{}'],
    ['an exponent', () => post('Content-Length: 2e0') + '{}'],
    ['a length with a space inside', () => post('Content-Length: 1 2') + '{}'],
    ['an empty length', () => post('Content-Length: ') + '{}'],
    ['a length beyond 64 bits', () => post('Content-Length: 18446744073709551618') + '{}'],
    ['a quoted length', () => post('Content-Length: "2"') + '{}'],
    ['a length with a letter', () => post('Content-Length: 2a') + '{}'],
    ['a space before the colon of CL', () => post('Content-Length : 2') + '{}'],
    ['a space before the colon of TE', () => post('Transfer-Encoding : chunked') + chunked],
    ['a tab before the colon', () => post('Transfer-Encoding\t: chunked') + chunked],
    ['TE with a vertical tab', () => post('Transfer-Encoding: \x0bchunked') + chunked],
    ['TE xchunked', () => post('Transfer-Encoding: xchunked') + chunked],
    ['TE chunkedx', () => post('Transfer-Encoding: chunkedx') + chunked],
    ['TE identity', () => post('Transfer-Encoding: identity') + '{}'],
    ['TE gzip, chunked', () => post('Transfer-Encoding: gzip, chunked') + chunked],
    ['TE chunked, identity', () => post('Transfer-Encoding: chunked, identity') + chunked],
    ['TE chunked, chunked', () => post('Transfer-Encoding: chunked, chunked') + chunked],
    ['TE with a parameter', () => post('Transfer-Encoding: chunked;q=1') + chunked],
    ['TE in quotes', () => post('Transfer-Encoding: "chunked"') + chunked],
    ['TE empty', () => post('Transfer-Encoding: ') + chunked],
    ['TE twice', () => post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked') + chunked],
    ['TE and TE identity', () => post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + chunked],
    ['TE folded', () => post('Transfer-Encoding:\r\n chunked') + chunked],
    ['a folded header', () => post('X-A: b\r\n c', 'Content-Length: 2') + '{}'],
    ['a first header that is folded', () => `POST /v1/patients HTTP/1.1\r\n X: y\r\n${post()}`],
    ['TE in HTTP/1.0', () => post('Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0') + chunked],
    ['different hosts', () => post(`Host: ${host}`, 'Content-Length: 2') + '{}'],
    ['another second host', () => post('Host: evil.example', 'Content-Length: 2') + '{}'],
    ['two credentials', () => post('Authorization: Bearer x', 'Content-Length: 2') + '{}'],
    ['two content types', () => post('Content-Type: text/plain', 'Content-Length: 2') + '{}'],
    ['a chunk size with a sign', () => post('Transfer-Encoding: chunked') + '+2\r\n{}\r\n0\r\n\r\n'],
    ['a chunk size with 0x', () => post('Transfer-Encoding: chunked') + '0x2\r\n{}\r\n0\r\n\r\n'],
    ['a negative chunk size', () => post('Transfer-Encoding: chunked') + '-2\r\n{}\r\n0\r\n\r\n'],
    ['an empty chunk size', () => post('Transfer-Encoding: chunked') + '\r\n{}\r\n0\r\n\r\n'],
    ['a chunk size beyond 64 bits', () => post('Transfer-Encoding: chunked') + '10000000000000002\r\n{}'],
    ['a chunk longer than announced', () => post('Transfer-Encoding: chunked') + '2\r\n{}{}\r\n0\r\n\r\n'],
    ['a chunk ended by LF', () => post('Transfer-Encoding: chunked') + '2\n{}\n0\n\n'],
    ['a chunk ended by CR', () => post('Transfer-Encoding: chunked') + '2\r{}\r0\r\r'],
    ['a chunk size with spaces', () => post('Transfer-Encoding: chunked') + ' 2 \r\n{}\r\n0\r\n\r\n'],
    ['a chunk extension of 20 KiB', () => `${post('Transfer-Encoding: chunked')}2;${'a'.repeat(20_000)}`],
    ['lines ended by LF', () => post('Content-Length: 2').replaceAll('\r\n', '\n') + '{}'],
    ['lines ended by CR', () => post('Content-Length: 2').replaceAll('\r\n', '\r') + '{}'],
    ['a LF inside', () => post('X-A: b\nContent-Length: 2') + '{}'],
    ['a CR inside', () => post('X-A: b\rContent-Length: 2') + '{}'],
    ['a NUL in a name', () => post('Content-Length\0: 2') + '{}'],
    ['a name in brackets', () => post('(Content-Length): 2') + '{}'],
    ['a space before the request', () => ` ${post('Content-Length: 2')}{}`],
    ['a tab in the first line', () => post('Content-Length: 2').replace(' /v1', '\t/v1') + '{}'],
    ['a body longer than announced', () => post('Content-Length: 1', 'Connection: close') + '{}'],
  ];

  it('is tested with enough forms', () => expect(FORMS.length).toBeGreaterThanOrEqual(50));

  it.each(FORMS)('%s', async (_name, text) => {
    const exchanged = await send(text() + SMUGGLED, { waitMs: 4_000 });
    expect(exchanged.closed).toBe(true);
    const [answer] = exchanged.answers;
    expect(exchanged.answers).toHaveLength(1);
    expect(exchanged.rest).toBe('');
    expect([400, 413]).toContain(answer!.status);
    expect(answer!.headers.get('content-type')).toBe('application/problem+json');
  });

  it('does not process bytes after a rejected request', async () => {
    const named = body.replace('{', '{"external_id":"behind",');
    const exchanged = await send(
      post('Host: evil.example', 'Content-Length: 2') +
        '{}' +
        post(`Content-Length: ${named.length}`) +
        named,
    );
    onlyProblem(exchanged, 400, 'invalid_request');
    const { json } = await call(server, key, 'GET', '/v1/patients?external_id=behind');
    expect(json.data).toEqual([]);
  });

  it('answers a complete request before rejecting garbage after it', async () => {
    const exchanged = await send(`${post(`Content-Length: ${body.length}`)}${body}garbage\r\n\r\n`);
    expect(exchanged.answers.map((answer) => answer.status)).toEqual([201]);
    expect(exchanged.closed).toBe(true);
  });

  it('answers pipelined requests in order', async () => {
    const get = (target: string) => lines(`GET ${target} HTTP/1.1`, ...authorized());
    const exchanged = await send(get('/v1/patients') + get('/v1/nothing') + get('/healthz'), { answers: 3 });
    expect(exchanged.answers.map((answer) => answer.status)).toEqual([200, 404, 200]);
  });
});
