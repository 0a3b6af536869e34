import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runConcurrently, type Answer, type Client } from '../matrix/client';
import { startServer, type TestServer } from '../../support/server';
import { isFull } from '../../support/test-size';
import { pathOf } from './good';
import { NAUGHTY, OURS } from './naughty';
import { makeFixture, type Fixture } from './fixture';
import { at, FULL, put, TEXT_FIELDS, type TextField } from './text-fields';
import type { Json } from './json-bodies';

/**
 * Naughty strings stay byte-exact in every free text field of every writing operation, through `/v1` and through the
 * portal's endpoint (D-04). Each string is sent once to each operation; the nightly run sends each to every field.
 */

let server: TestServer;
let client: Client;
let fixture: Fixture;
beforeAll(async () => {
  server = await startServer();
  client = connect(server.url, 6);
  fixture = await makeFixture(server.url, isFull ? 30 : 4);
});
afterAll(() => {
  client.close();
  return server.close();
});

let made = 0;

interface Letter {
  body: Json;
  expected: [pointer: string, text: string][];
}

/** Bodies that contain the strings, each in fields whose rules it meets; and strings that no field accepts. */
function lettersOf(operation: string): { letters: Letter[]; rejected: string[] } {
  // Metadata has room for many values.
  const fields = TEXT_FIELDS[operation]!.flatMap((field) =>
    field.pointer === '/metadata/key'
      ? [...Array(12).keys()].map((nth) => ({ ...field, pointer: `/metadata/key${nth}` }))
      : [field],
  );
  const taken = (text: string) =>
    fields.filter(
      ({ pointer, rule, max }) => rule(text, max - (pointer === '/external_id' ? 8 : 0)) !== null,
    );
  const letters: Letter[] = [];
  const waiting = new Map<TextField, string[]>(fields.map((field) => [field, []]));
  let turn = 0;
  for (const text of [...NAUGHTY, ...OURS, ...OURS]) {
    const places = taken(text);
    const chosen = isFull ? places : places.slice(turn++ % Math.max(1, places.length)).slice(0, 1);
    for (const field of chosen) waiting.get(field)!.push(text);
  }
  while ([...waiting.values()].some((texts) => texts.length > 0)) {
    const body = FULL[operation]!(fixture.things);
    const expected: Letter['expected'] = [];
    // External IDs are unique in an organization, so each gets a number before its text.
    const own = `${made++}:`;
    if ('external_id' in body) put(body, '/external_id', own);
    for (const [{ pointer, rule, max }, texts] of waiting) {
      const next = texts.shift();
      if (next === undefined) continue;
      const text = pointer === '/external_id' ? own + next : next;
      put(body, pointer, text);
      expected.push([pointer, rule(text, max)!]);
    }
    letters.push({ body, expected });
  }
  return { letters, rejected: NAUGHTY.filter((text) => taken(text).length === 0) };
}

/** Fields whose value appears elsewhere in the response: phone numbers that do not parse are unchanged in `raw`. */
const shown = (pointer: string) => pointer.replace('/phones/0/value', '/phones/0/raw');

const differences = (answer: unknown, expected: Letter['expected']) =>
  expected
    .filter(([pointer, text]) => at(answer, shown(pointer)) !== text)
    .map(([pointer, text]) => `${pointer}: ${JSON.stringify([text, at(answer, shown(pointer))])}`);

type Endpoint = (operation: string, number: number, body: Json) => Promise<Answer>;
type Read = (operation: string, number: number, id: string) => Promise<unknown>;

const bearer = () => ({ Authorization: `Bearer ${fixture.key}`, 'Content-Type': 'application/json' });
const operationOf = (id: string) => fixture.operations.find((one) => one.id === id)!;

const rest: Endpoint = (operation, _number, body) =>
  client.send({
    method: operationOf(operation).method,
    path: pathOf(operationOf(operation), fixture.things),
    headers: bearer(),
    body: JSON.stringify(body),
  });
const restRead: Read = async (operation, _number, id) => {
  const path = operationOf(operation).path.replace('/{id}', '');
  return JSON.parse((await client.send({ method: 'GET', path: `${path}/${id}`, headers: bearer() })).text);
};

/** In the portal, documents are created by uploads. */
const PROCEDURES: Record<string, [write: string, read: string]> = {
  createPatient: ['patients.registerPatient', 'patients.getPatient'],
  updatePatient: ['patients.updatePatient', 'patients.getPatient'],
  createLabOrder: ['labOrders.createLabOrder', 'labOrders.getLabOrder'],
  createWebhook: ['webhooks.createWebhook', 'webhooks.getWebhook'],
  updateWebhook: ['webhooks.updateWebhook', 'webhooks.getWebhook'],
};
/** Members that the portal requires in addition to the body of `/v1`. */
const MORE: Record<string, () => object> = {
  createPatient: () => ({ duplicate_reason: 'different_person' }),
  updatePatient: () => ({ id: fixture.things.ids.spare }),
  updateWebhook: () => ({ id: fixture.things.ids.webhook }),
};
const person = (number: number) => ({
  Cookie: fixture.people[number % fixture.people.length]!,
  'Sec-Fetch-Site': 'same-origin',
});
const trpc: Endpoint = (operation, number, body) =>
  client.send({
    method: 'POST',
    path: `/api/trpc/${PROCEDURES[operation]![0]}`,
    headers: { ...person(number), 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...MORE[operation]?.(), ...body }),
  });
const trpcRead: Read = async (operation, number, id) => {
  const query = encodeURIComponent(JSON.stringify({ id }));
  const path = `/api/trpc/${PROCEDURES[operation]![1]}?input=${query}`;
  const { text } = await client.send({ method: 'GET', path, headers: person(number) });
  return (JSON.parse(text) as { result: { data: unknown } }).result.data;
};

const recordOf = (text: string) => {
  const json = JSON.parse(text) as { id?: string; result?: { data: { id: string } } };
  return (json.result?.data ?? json) as { id: string };
};

describe('naughty strings', () => {
  it('cover each free text field of the contract', () => {
    expect(NAUGHTY).toHaveLength(319);
    expect(Object.keys(TEXT_FIELDS).sort()).toEqual(Object.keys(FULL).sort());
    for (const [operation, fields] of Object.entries(TEXT_FIELDS))
      for (const { pointer } of fields)
        expect(typeof at(FULL[operation]!(fixture.things), pointer), `${operation} ${pointer}`).toBe(
          'string',
        );
    expect(Object.values(TEXT_FIELDS).flat().length).toBeGreaterThan(50);
  });

  const ENDPOINTS: [string, Endpoint, Read, string[]][] = [
    ['/v1', rest, restRead, Object.keys(TEXT_FIELDS)],
    ['tRPC', trpc, trpcRead, Object.keys(PROCEDURES)],
  ];
  it.each(ENDPOINTS)(
    '%s: are returned unchanged, or rejected by the rules of text',
    async (_name, write, read, operations) => {
      for (const operation of operations) {
        const { letters, rejected } = lettersOf(operation);
        const work = async ({ body, expected }: Letter, number: number) => {
          const answer = await write(operation, number, body);
          const what = `${operation} ${JSON.stringify(body)} ${answer.text}`;
          expect([200, 201], what).toContain(answer.status);
          const record = recordOf(answer.text);
          expect(differences(record, expected), operation).toEqual([]);
          expect(differences(await read(operation, number, record.id), expected), operation).toEqual([]);
          // An organization has at most twenty webhooks.
          if (operation === 'createWebhook')
            await client.send({ method: 'DELETE', path: `/v1/webhooks/${record.id}`, headers: bearer() });
        };
        // Updates of the one record run in sequence, the others concurrently.
        await runConcurrently(
          operation.startsWith('update') ? 1 : 6,
          [...letters.entries()],
          ([number, letter]) => work(letter, number),
        );
        const first = TEXT_FIELDS[operation]!.find(({ pointer }) => !/metadata/.test(pointer))!;
        await runConcurrently(6, [...rejected.entries()], async ([number, text]) => {
          const body = FULL[operation]!(fixture.things);
          put(body, first.pointer, text);
          const { status } = await write(operation, number, body);
          expect(status, `${operation} ${JSON.stringify(text)}`).toBe(text.includes('\0') ? 400 : 422);
        });
      }
    },
    isFull ? 600_000 : 60_000,
  );
});
