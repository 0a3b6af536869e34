import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realKey, testOrg } from '../../support/database';
import { exchange, type RawAnswer } from '../../support/raw';
import { call, startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/**
 * Nothing outside the OpenAPI document is open: no other method and no other notation of a path. Sent over raw sockets,
 * with a credential that has all scopes.
 */

let server: TestServer;
let key: string;
let host: string;
let paths: Map<string, Set<string>>;

beforeAll(async () => {
  server = await startServer();
  key = await realKey(await testOrg());
  host = new URL(server.url).host;
  const document = (await call(server, null, 'GET', '/v1/openapi.json')).json as {
    paths: Record<string, Record<string, object>>;
  };
  paths = new Map(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      new Set(
        Object.keys(operations).flatMap((method) =>
          method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
        ),
      ),
    ]),
  );
});
afterAll(() => server.close());

/** IDs without a record: a request that reaches an operation would show it by its status. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'pat_01k00000000000000000000000');
const idle = '{}';

async function ask(method: string, target: string, credential: string | null = key): Promise<RawAnswer> {
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...(credential ? [`Authorization: Bearer ${credential}`] : []),
    'Content-Type: application/json',
    `Content-Length: ${idle.length}`,
    'Connection: close',
  ];
  const { answers, rest } = await exchange(server.url, [
    Buffer.from(`${head.join('\r\n')}\r\n\r\n${idle}`, 'latin1'),
  ]);
  // HEAD announces a length and sends no body.
  if (method === 'HEAD')
    return { status: Number(/ (\d{3}) /.exec(rest)![1]), headers: headersOf(rest), body: '' };
  expect(answers, `${method} ${target}`).toHaveLength(1);
  return answers[0]!;
}

const headersOf = (text: string) =>
  new Map(
    [...text.matchAll(/^([\w-]+): (.*)\r$/gm)].map((match): [string, string] => [
      match[1]!.toLowerCase(),
      match[2]!,
    ]),
  );

/** Runs a few at a time, because each opens a connection. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
    }),
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
/** Node knows them; nothing here does. */
const OTHERS = ['PROPFIND', 'SEARCH', 'QUERY', 'PURGE', 'LINK', 'SOURCE', 'M-SEARCH', 'LOCK'];

describe('request methods', () => {
  it('that a path lacks return 405 with Allow, and 401 without a credential', nightly, async () => {
    const cases = [...paths].flatMap(([path, has]) =>
      [...METHODS, ...OTHERS].filter((method) => !has.has(method)).map((method) => ({ path, has, method })),
    );
    expect(cases.length).toBeGreaterThan(100);
    await each(cases, async ({ path, has, method }) => {
      const answer = await ask(method, filled(path));
      const what = `${method} ${path}`;
      // Node's parser does not know every method.
      if (answer.status === 400 && method === 'QUERY') return;
      expect(answer.status, what).toBe(405);
      expect(answer.headers.get('allow')!.split(', ').sort(), what).toEqual([...has].sort());
      if (method !== 'HEAD')
        expect(JSON.parse(answer.body), what).toMatchObject({ code: 'method_not_allowed' });
      expect((await ask(method, filled(path), null)).status, what).toBe(401);
    });
  });

  it.each(['get', 'GeT', 'GET\t', 'G', 'GETT', 'CONNECT', 'X', ''])('%j is rejected', async (method) => {
    for (const path of paths.keys()) {
      const answer = await ask(method, filled(path));
      expect([400, 405], `${method} ${path}`).toContain(answer.status);
    }
  });
});

const TRICKS: [string, (path: string) => string][] = [
  ['a slash behind', (path) => `${path}/`],
  ['two slashes behind', (path) => `${path}//`],
  ['a slash before', (path) => `/${path}`],
  ['two slashes inside', (path) => path.replace('/v1/', '/v1//')],
  ['a foreign host in the path', (path) => `//evil.example${path}`],
  ['a backslash', (path) => path.replace('/v1/', '/v1\\')],
  ['a path parameter', (path) => `${path};x=1`],
  ['a session ID', (path) => `${path};jsessionid=1`],
  ['a path parameter inside', (path) => path.replace('/v1/', '/v1;a/')],
  ['an encoded slash', (path) => path.replace('/v1/', '/v1%2f')],
  ['an encoded backslash', (path) => path.replace('/v1/', '/v1%5c')],
  ['an encoded letter', (path) => path.replace('/v1/', '/%761/')],
  ['an encoded dot segment in the middle', (path) => path.replace('/v1/', '/v1/%2e%2e%2fv1/')],
  ['a doubly encoded dot segment', (path) => path.replace('/v1/', '/v1/%252e%252e/v1/')],
  ['a dot behind', (path) => `${path}.`],
  ['a format behind', (path) => `${path}.json`],
  ['an asterisk behind', (path) => `${path}*`],
  ['a space behind', (path) => `${path}%20`],
  ['a tab behind', (path) => `${path}%09`],
  ['a line break behind', (path) => `${path}%0d%0a`],
  ['a NUL behind', (path) => `${path}%00`],
  ['a NUL inside', (path) => path.replace('/v1/', '/v1/%00')],
  ['a broken percent sign', (path) => `${path}%`],
  ['a broken encoding', (path) => `${path}%zz`],
  ['an overlong slash', (path) => path.replace('/v1/', '/v1%c0%af')],
  ['a question mark, encoded', (path) => `${path}%3f`],
  ['a hash, encoded', (path) => `${path}%23`],
  ['capital letters', (path) => path.toUpperCase()],
  ['a capital version', (path) => path.replace('/v1/', '/V1/')],
  ['a wide letter', (path) => path.replace('v1', '%ef%bd%961')],
  ['a zero-width space', (path) => `${path}%e2%80%8b`],
  ['another version', (path) => path.replace('/v1/', '/v2/')],
  ['no version', (path) => path.replace('/v1/', '/')],
  ['a further segment', (path) => `${path}/x/y/z`],
  ['a missing first slash', (path) => path.slice(1)],
  ['another scheme', (path) => `ftp://${host}${path}`],
  ['a fragment', (path) => `${path}#x`],
  ['an authority', () => host],
  ['an asterisk', () => '*'],
];

describe('request paths', () => {
  it('in another spelling return 404 or 400 with any method', nightly, async () => {
    const cases = [...paths].flatMap(([path, has]) =>
      TRICKS.map(([name, trick]) => ({ name, path, method: [...has][0]!, target: trick(filled(path)) })),
    );
    expect(cases.length).toBeGreaterThan(300);
    await each(cases, async ({ name, path, method, target }) => {
      const answer = await ask(method, target);
      const what = `${name}: ${method} ${target} (${path})`;
      if (inPages(target)) expect(answer.status, what).toBeLessThan(500);
      else expect([404, 400, 405], what).toContain(answer.status);
      expect(answer.body, what).not.toContain('"object"');
    });
  });

  const plain = new Map<string, number>();
  // A proxy with prefix rules reads them differently from the URL standard, so they are rejected.
  it.each([
    ['a dot segment', (path: string) => path.replace('/v1/', '/v1/./')],
    ['a dot segment that goes back', (path: string) => path.replace('/v1/', '/v1/x/../')],
    ['encoded dots', (path: string) => path.replace('/v1/', '/v1/x/%2e%2E/')],
    ['dots after another endpoint', (path: string) => `/healthz/..${path}`],
    ['dots from a public path', (path: string) => `/v1/openapi.json/..${path.slice(3)}`],
    ['dots above the root', (path: string) => `/../..${path}`],
    ['a dot segment at the end', (path: string) => `${path}/.`],
    ['dots at the end, before a query', (path: string) => `${path}/x/%2E.?limit=1`],
    ['dots in an absolute target', (path: string) => `http://${host}/x/..${path}`],
  ])('%s returns 400', async (_name, trick) => {
    await each([...paths], async ([path, has]) => {
      const answer = await ask([...has][0]!, trick(filled(path)));
      expect(answer.status, trick(path)).toBe(400);
    });
  });

  it.each(['/healthz', '/metrics', '/api/trpc/x', '/oauth/token', '/uploads/x', '/patients', '/_next/x'])(
    'dot segments with %s return 400',
    async (path) => {
      for (const target of [`/x/..${path}`, `/./${path.slice(1)}`, `${path}/.`, `${path}/%2e%2E`])
        expect((await ask('GET', target)).status, target).toBe(400);
    },
  );

  it('with dots outside segments, or in the query, are accepted', async () => {
    for (const path of ['/healthz?next=/../x', '/healthz?a=/./'])
      expect((await ask('GET', path)).status, path).toBe(200);
    for (const path of ['/...', '/..a/b', '/a../b', '/.well-known/x', '/a/.b'])
      expect((await ask('GET', path)).status, path).toBe(404);
  });

  it('in absolute form for another host return 421', async () => {
    for (const path of ['/healthz', '/metrics', '/patients', ...paths.keys()])
      for (const other of ['evil.example', `evil.example:80`, `x@${host}`, `${host}.evil.example`, ''])
        expect((await ask('GET', `http://${other}${filled(path)}`)).status, `${other} ${path}`).toBe(421);
  });

  it.each([
    ['an absolute target', (path: string) => `http://${host}${path}`],
    ['an absolute target in capital letters', (path: string) => `HTTP://${host.toUpperCase()}${path}`],
  ])('%s reach their path, which requires the credential', async (_name, trick) => {
    await each([...paths], async ([path, has]) => {
      const method = [...has][0]!;
      if (!plain.has(path)) plain.set(path, (await ask(method, filled(path))).status);
      const tricked = await ask(method, trick(filled(path)));
      expect(tricked.status, `${method} ${trick(path)}`).toBe(plain.get(path));
      expect((await ask(method, trick(filled(path)), null)).status, `${method} ${trick(path)}`).toBe(401);
    });
  });
});

it.each(['/healthz', '/readyz', '/metrics'])('%s answers, and no path below it', async (path) => {
  expect((await ask('GET', path)).status).toBe(200);
  for (const below of ['/', '//', '/x', '/..%2fx']) expect((await ask('GET', path + below)).status).toBe(404);
});

/** Paths of pages: these tests replace Next by a stub that returns 404; the browser tests use Next itself. */
const inPages = (target: string) => /^\/(?!v1|api)/.test(target);
