import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runConcurrently, type Client } from '../matrix/client';
import { auditRows } from '../../support/database';
import { startServer, type TestServer } from '../../support/server';
import { MUTATIONS, pathOf } from './good';
import { BOUNDARY, formOf } from './multipart-bodies';
import { makeFixture, type Fixture } from './fixture';

/**
 * JSONTestSuite at every endpoint that accepts JSON: invalid files fail as invalid JSON, valid ones never do (D-03).
 */

const suite = path.resolve('tests/fixtures/json');
const FILES = readdirSync(suite);
/** Valid by the standard, rejected by our rules: repeated keys, NUL. */
const OUR_RULE = /duplicated_key|null_escape|escaped_null|nul/;

let server: TestServer;
let client: Client;
let fixture: Fixture;
beforeAll(async () => {
  server = await startServer();
  client = connect(server.url, 6);
  fixture = await makeFixture(server.url, 14);
});
afterAll(() => {
  client.close();
  return server.close();
});

type Send = (bytes: Buffer, number: number) => ReturnType<Client['send']>;

function findProblem(file: string, status: number, text: string): string | null {
  // Longer than the endpoint accepts, which is reported before the body is read.
  if (file.startsWith('n_') && status === 413 && statSync(path.join(suite, file)).size > 64 * 1024)
    return null;
  const invalid = status === 400 && text.includes('"code":"invalid_json"');
  if (file.startsWith('n_')) return invalid ? null : `${file}: ${status}`;
  if (file.startsWith('y_') && !OUR_RULE.test(file))
    return invalid || status < 400 || status >= 500 ? `${file}: ${status} ${text.slice(0, 80)}` : null;
  return status === 400 || status === 422 ? null : `${file}: ${status}`;
}

async function run(send: Send): Promise<string[]> {
  const wrong: string[] = [];
  await runConcurrently(6, [...FILES.entries()], async ([number, file]) => {
    const { status, text } = await send(readFileSync(path.join(suite, file)), number);
    const found = findProblem(file, status, text);
    if (found) wrong.push(found);
  });
  return wrong;
}

const asPerson = (number: number) => ({
  Cookie: fixture.people[number % fixture.people.length]!,
  'Sec-Fetch-Site': 'same-origin',
});

describe('JSONTestSuite', () => {
  it('is complete', () => expect(FILES).toHaveLength(180));

  it('passes on each operation of /v1 with a body', async () => {
    for (const operation of fixture.operations.filter(({ hasBody }) => hasBody)) {
      const wrong = await run((body) =>
        client.send({
          method: operation.method,
          path: pathOf(operation, fixture.things),
          headers: { Authorization: `Bearer ${fixture.key}`, 'Content-Type': 'application/json' },
          body,
        }),
      );
      // An empty patch changes nothing, an empty search finds everyone, and a rotation has defaults.
      const good =
        operation.method === 'PATCH' || ['searchPatients', 'rotateWebhookSecret'].includes(operation.id)
          ? /^y_object_empty.json: 200 /
          : /^$/;
      expect(
        wrong.filter((line) => !good.test(line)),
        operation.id,
      ).toEqual([]);
    }
  }, 60_000);

  it('passes on the metadata part of a multipart body', async () => {
    const wrong = await run((json) => {
      const disposition = (rest: string) => [`Content-Disposition: form-data; ${rest}`];
      return client.send({
        method: 'POST',
        path: '/v1/documents',
        headers: {
          Authorization: `Bearer ${fixture.key}`,
          'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        },
        body: formOf([
          { headers: disposition('name="metadata"'), body: json },
          { headers: disposition('name="file"; filename="a.txt"'), body: Buffer.from('x') },
        ]),
      });
    });
    // Above 64 KiB the length is checked before anything else.
    expect(wrong.filter((line) => !/^n_.*100000.*: 422$|open_array_object.*: 422$/.test(line))).toEqual([]);
  }, 60_000);

  it('passes on the portal: procedure bodies in turn, and inputs in the URL', async () => {
    const names = Object.keys(MUTATIONS);
    const posted = await run((body, number) =>
      client.send({
        method: 'POST',
        path: `/api/trpc/${names[number % names.length]}`,
        headers: { ...asPerson(number), 'Content-Type': 'application/json' },
        body,
      }),
    );
    expect(posted).toEqual([]);
    const short = (bytes: Buffer) => bytes.toString('utf8').slice(0, 2_000);
    const asked = await run((bytes, number) =>
      client.send({
        method: 'GET',
        path: `/api/trpc/patients.getPatient?input=${encodeURIComponent(short(bytes))}`,
        headers: asPerson(number),
      }),
    );
    // Invalid UTF-8 in a URL is replaced while decoding, so the result may be an ordinary string.
    expect(
      asked.filter((line) => !/^n_.*utf|^n_.*(surrogate|continuation|overlong|lone)/i.test(line)),
    ).toEqual([]);
  }, 60_000);

  it('writes an audit row for a user whose input cannot be read', async () => {
    const { requestId, status } = await client.send({
      method: 'POST',
      path: '/api/trpc/patients.registerPatient',
      headers: { ...asPerson(0), 'Content-Type': 'application/json' },
      body: '{"sex":"male","sex":"female"}',
    });
    expect(status).toBe(400);
    expect(await auditRows(requestId)).toMatchObject([
      { action: 'register_patient', kind: 'write', outcome: 'refused', code: 'invalid_json' },
    ]);
  });
});
