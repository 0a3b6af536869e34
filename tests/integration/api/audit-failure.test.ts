import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { disableWebhook } from '../../../server/domain/webhooks/disable-webhook';
import { connect, type Client, type Wire } from '../matrix/client';
import { OPERATIONS, PROCEDURES } from '../matrix/policy';
import { ownCases } from '../matrix/portal-inputs';
import { makeFixture, viewOfLive, type View } from '../matrix/fixture';
import { signInAs } from '../../support/session';
import { allShapes } from '../matrix/shapes';
import { CLEAN } from '../matrix/shape-bodies';
import { asSuperuser, personContext, realKey } from '../../support/database';
import { startServer, type TestServer } from '../../support/server';
import { isFull } from '../../support/test-size';

/**
 * H-02, H-03: while the audit rejects rows, every endpoint changes and returns nothing: reads, lists, downloads,
 * writes, "not modified", repeated responses, and the worker. The suite calls every
 * sixth procedure, the nightly run all.
 */

let server: TestServer;
let client: Client;
let view: View;
let key: string;
/** Of two administrators, who take turns: one may not send as many requests in a minute. */
let cookies: string[];

const asKey = () => ({ Authorization: `Bearer ${key}` });
const asPerson = (turn: number) => ({ Cookie: cookies[turn % 2]!, 'Sec-Fetch-Site': 'same-origin' });
const json = { 'Content-Type': 'application/json' };

beforeAll(async () => {
  server = await startServer();
  view = viewOfLive(await makeFixture());
  key = await realKey(view.own.org);
  cookies = [
    (await signInAs(await personContext(view.own.org, 'admin'))).cookie,
    (await signInAs(await personContext(view.own.org, 'admin'))).cookie,
  ];
  client = connect(server.url, 1);
}, 120_000);
afterAll(async () => {
  client.close();
  await server.close();
});

/** All requests that otherwise succeed: those of `/v1` and calls of the portal. */
function asked(): [string, Wire][] {
  const { own } = view;
  const rest = allShapes(new Map())
    .filter(({ code, name }) => code === null && !name.startsWith('on from a cursor'))
    .map((shape): [string, Wire] => {
      const body = shape.body?.(view);
      const path = shape.path(view, { allowed: true, spend: (kind) => own.things[kind] });
      const headers = { ...asKey(), ...(body ? json : {}), ...shape.headers };
      const sent = body && (Buffer.isBuffer(body) ? body : JSON.stringify(body));
      return [
        `${shape.operation}, ${shape.name}`,
        { method: OPERATIONS[shape.operation]!.method, path, headers, ...(sent ? { body: sent } : {}) },
      ];
    });
  return rest;
}

/** They share what writes the audit, so the suite calls every sixth. */
const CALLED = Object.keys(PROCEDURES).filter((_, at) => isFull || at % 6 === 0);

async function portalCalls(): Promise<[string, Wire][]> {
  const calls: [string, Wire][] = [];
  for (const procedure of CALLED)
    for (const one of ownCases(procedure)) {
      const { id } = PROCEDURES[procedure]!;
      const input = JSON.stringify(await one.input(view, () => Promise.resolve(view.own.things[id!])));
      const path = `/api/trpc/${procedure}`;
      const reads = /\.(list|get|find)/.test(procedure);
      calls.push([
        `${procedure}, ${one.name}`,
        reads
          ? {
              method: 'GET',
              path: `${path}?input=${encodeURIComponent(input)}`,
              headers: asPerson(calls.length),
            }
          : { method: 'POST', path, headers: { ...asPerson(calls.length), ...json }, body: input },
      ]);
    }
  return calls;
}

/** Must not appear in any response; the request contains some of it. */
const marks = () => [
  ...Object.values(view.own.things),
  view.own.family,
  view.own.mrn,
  view.own.orderNumber,
  'A note of our own',
];

/** Counts and versions of everything that a request could have written. */
const state = () =>
  asSuperuser(`
    select (select count(*) from audit_events)::int as audit, (select count(*) from events)::int as events, (select count(*) from idempotency_records)::int as records,
      (select string_agg(concat(id, version, updated_at, deleted_at), ',' order by id) from patients) as patients,
      (select string_agg(concat(id, version, updated_at), ',' order by id) from lab_orders) as orders,
      (select string_agg(concat(id, version, updated_at, status), ',' order by id) from documents) as documents,
      (select string_agg(concat(id, version, updated_at, enabled), ',' order by id) from webhooks) as webhooks,
      (select string_agg(concat(id, revoked_at), ',' order by id) from api_keys) as keys`);

async function whileRejected<T>(work: () => Promise<T>): Promise<T> {
  await asSuperuser('REVOKE INSERT ON audit_events FROM clinical_app');
  // A REVOKE on the table also removes grants on its columns.
  try {
    return await work();
  } finally {
    await asSuperuser(`DO $$ DECLARE columns text; BEGIN
      SELECT string_agg(column_name, ', ') INTO columns FROM information_schema.columns WHERE table_name = 'audit_events' AND column_name <> 'txid';
      EXECUTE format('GRANT INSERT (%s) ON audit_events TO clinical_app', columns); END $$`);
  }
}

async function expectNothingTold(calls: [string, Wire][]): Promise<void> {
  const before = await state();
  const wrong: string[] = [];
  for (const [name, wire] of calls) {
    const answer = await client.send(wire);
    const reported = marks().find((mark) => answer.text.includes(mark));
    if (answer.status < 500 || reported)
      wrong.push(`${name}: ${answer.status} ${reported ?? ''} ${answer.text.slice(0, 100)}`);
  }
  expect(wrong).toEqual([]);
  expect(await state()).toEqual(before);
}

describe('audit that rejects rows', () => {
  it('makes /v1 return nothing and change nothing', async () => {
    const calls = asked();
    // The state of the records rejects a merge, its undoing, and the cancellation of an order.
    const possible = Object.keys(OPERATIONS).filter((name) => !/^(un)?merge|^cancelLabOrder$/.test(name));
    expect(new Set(calls.map(([name]) => name.split(',')[0])).size).toBe(possible.length);
    await whileRejected(() => expectNothingTold(calls));
  }, 60_000);

  it('makes the portal return nothing and change nothing', async () => {
    const calls = await portalCalls();
    expect(new Set(calls.map(([name]) => name.split(',')[0])).size).toBe(CALLED.length);
    await whileRejected(() => expectNothingTold(calls));
  }, 60_000);

  it('stops the replay of an Idempotency-Key and downloads by signed URL', async () => {
    const repeat: Wire = {
      method: 'POST',
      path: '/v1/patients',
      headers: { ...asKey(), ...json, 'Idempotency-Key': 'rejected-1' },
      body: JSON.stringify(CLEAN.createPatient!(view.own)),
    };
    expect((await client.send(repeat)).status).toBe(201);
    const document = await client.send({
      method: 'GET',
      path: `/v1/documents/${view.own.things.document}`,
      headers: asKey(),
    });
    const signed = new URL((JSON.parse(document.text) as { content_url: string }).content_url);
    const download: Wire = { method: 'GET', path: signed.pathname + signed.search, headers: {} };
    expect((await client.send(download)).status).toBe(200);
    const again: [string, Wire][] = [
      ['repeated', repeat],
      ['signed address', download],
    ];
    await whileRejected(() => expectNothingTold(again));
    expect((await client.send(repeat)).status).toBe(201);
  });

  it('does not make the worker give up webhooks', async () => {
    const before = await state();
    const target = { orgId: view.own.org.orgId, webhookId: readId('webhook', view.own.things.webhook)! };
    await whileRejected(() => expect(disableWebhook(target, 'No delivery succeeded.')).rejects.toThrow());
    expect(await state()).toEqual(before);
  });
});
