import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, runConcurrently, type Client, type Wire } from '../matrix/client';
import { startServer, type TestServer } from '../../support/server';
import { ANNOUNCED, GOOD, MUTATIONS, pathOf } from './good';
import { BOUNDARY, formOf, goodParts } from './multipart-bodies';
import { makeFixture, type Fixture } from './fixture';

/** No endpoint decodes a body: one with a content encoding is rejected with 415 (G-07). */

let server: TestServer;
let client: Client;
let fixture: Fixture;
beforeAll(async () => {
  server = await startServer();
  client = connect(server.url, 6);
  fixture = await makeFixture(server.url, 2);
});
afterAll(() => {
  client.close();
  return server.close();
});

const ENCODINGS: [string, (body: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ...['zstd', 'compress', 'identity, gzip', 'gzip, identity', 'identity,', 'unknown', ''].map(
    (encoding): [string, (body: Buffer) => Buffer] => [encoding, (body) => body],
  ),
  ['gzip, gzip', (body) => gzipSync(gzipSync(body))],
  ['gzip, br', (body) => brotliCompressSync(gzipSync(body))],
];

function endpoints(): [name: string, wire: Wire & { body: Buffer }][] {
  const bearer = { Authorization: `Bearer ${fixture.key}` };
  const person = { Cookie: fixture.people[0]!, 'Sec-Fetch-Site': 'same-origin' };
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const parts = formOf(goodParts({ patient_id: fixture.things.ids.patient }));
  return [
    ...fixture.operations
      .filter(({ hasBody }) => hasBody)
      .map((operation): [string, Wire & { body: Buffer }] => [
        operation.id,
        {
          method: operation.method,
          path: pathOf(operation, fixture.things),
          headers: { ...bearer, ...json },
          body: Buffer.from(JSON.stringify(GOOD[operation.id]!(fixture.things)[0])),
        },
      ]),
    ['multipart', { method: 'POST', path: '/v1/documents', headers: { ...bearer, ...form }, body: parts }],
    [
      'unfiled upload',
      { method: 'POST', path: '/api/portal/documents/uploads', headers: { ...person, ...form }, body: parts },
    ],
    ['second step', { method: 'PUT', path: fixture.upload, headers: {}, body: Buffer.alloc(ANNOUNCED.size) }],
    ...Object.entries(MUTATIONS).map(([name, input]): [string, Wire & { body: Buffer }] => [
      name,
      {
        method: 'POST',
        path: `/api/trpc/${name}`,
        headers: { ...person, ...json },
        body: Buffer.from(JSON.stringify(input(fixture.things))),
      },
    ]),
  ];
}

it('returns 415 for every encoding at every endpoint', async () => {
  const cases = endpoints().flatMap(([name, wire]) =>
    ENCODINGS.map(([encoding, encode]) => ({ name, wire, encoding, encode })),
  );
  expect(cases.length).toBeGreaterThan(250);
  const wrong: string[] = [];
  await runConcurrently(6, cases, async ({ name, wire, encoding, encode }) => {
    const { status, text } = await client.send({
      ...wire,
      headers: { ...wire.headers, 'Content-Encoding': encoding },
      body: encode(wire.body),
    });
    if (status !== 415 || !text.includes('unsupported_media_type'))
      wrong.push(`${name} ${encoding}: ${status} ${text}`);
  });
  expect(wrong).toEqual([]);
}, 60_000);
