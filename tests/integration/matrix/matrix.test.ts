import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser, personContext } from '../../support/database';
import { compileCheck, operationsOf } from '../../support/contract';
import { startServer, type TestServer } from '../../support/server';
import { connect, runConcurrently, type Client } from './client';
import { insertKeys, KINDS, rejectedCredentials, SCOPE_SETS } from './credentials';
import { OPERATIONS, SCOPES } from './policy';
import { casesOf, runCases, type Audited, type Outcome, type Validate } from './run';
import { makeFixture, type Fixture } from './fixture';
import { signInAs } from '../../support/session';
import { isFull } from '../../support/test-size';
import { cleanQueries } from './shape-queries';
import { allShapes, type Cursors } from './shapes';

/**
 * A-05 (reading) and H-01 over `/v1`: every kind of credential requests everything in every relation, and
 * only the policy table determines the expected response. The nightly run uses all 256 scope sets of every kind.
 */

/**
 * Rejected credentials get separate addresses, so that their records can be counted; many, because unknown keys are
 * limited by IP address.
 */
const REJECTED_FROM = '127.0.77.';
let rejectedCount = 0;
const rejectedFrom = () => `${REJECTED_FROM}${1 + (rejectedCount++ % 250)}`;

let server: TestServer;
let fixture: Fixture;
let outcome: Outcome;
let rejected: Outcome;
let before: Record<string, string>;
let firstRow: string;

beforeAll(async () => {
  server = await startServer();
  fixture = await makeFixture();
  const client = connect(server.url, 12);
  const shapes = allShapes(await readCursors(client));
  const sets = await Promise.all(
    KINDS.map(({ make, scopeSets }) => make(fixture, isFull ? SCOPE_SETS : scopeSets)),
  );
  // Kinds take turns, so that consecutive requests are never of the same organization.
  const credentials = SCOPE_SETS.flatMap((_, index) => sets.flatMap((set) => set[index] ?? []));
  const validate = await readSchemas();
  const admin = await personContext(fixture.live.org, 'admin');
  const bad = await rejectedCredentials(fixture, (await signInAs(admin)).cookie);
  before = await fingerprint();
  [{ id: firstRow }] = (await asSuperuser<{ id: string }>(
    // Only of these organizations: other tests write rows with clocks that are far ahead.
    'SELECT max(id::text) AS id FROM audit_events WHERE org_id = ANY ($1)',
    [Object.values(fixture).map(({ org }) => org.orgId)],
  )) as [{ id: string }];
  outcome = await runCases(client, casesOf(credentials, shapes), validate);
  const stranger = connect(server.url, 12, rejectedFrom);
  rejected = await runCases(stranger, casesOf(bad, shapes), validate);
  client.close();
  stranger.close();
}, 600_000);
afterAll(() => server.close());

/** A cursor of every list in every organization. */
async function readCursors(client: Client): Promise<Cursors> {
  const cursors: Cursors = new Map();
  await runConcurrently(1, Object.entries(fixture), async ([name, place]) => {
    const environment = /sandbox/i.test(name) ? 'test' : 'live';
    const [key] = await insertKeys(environment, place, [SCOPES]);
    const found: Record<string, string> = {};
    for (const operation of Object.keys(cleanQueries)) {
      const { path } = OPERATIONS[operation]!;
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await client.send({ method: 'GET', path: `${path}?limit=1`, headers });
      found[operation] = (JSON.parse(answer.text) as { next_cursor: string }).next_cursor;
      expect(found[operation], `${operation} of ${name}: ${answer.text}`).toBeTruthy();
    }
    cursors.set(place, found);
  });
  return cursors;
}

/** The response schemas of the OpenAPI document with closed objects, so that an additional member fails. */
async function readSchemas(): Promise<Validate> {
  const document = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as Parameters<
    typeof compileCheck
  >[0];
  const fits = compileCheck(document);
  const schemas = new Map(
    operationsOf(document).map(({ id, responses }) => {
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      return [id, success?.content?.['application/json']?.schema as object | undefined];
    }),
  );
  return (operation, body) => {
    const schema = schemas.get(operation);
    return schema ? fits(schema, body) : null;
  };
}

/** A hash per table over all rows of the other customer. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await asSuperuser<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'org_id' AND table_name NOT IN ('audit_seals', 'rate_limits')`,
  );
  const ids = [fixture.otherLive.org.orgId, fixture.otherSandbox.org.orgId];
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await asSuperuser<{ word: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS word FROM ${name} t WHERE org_id = ANY ($1)`,
      [ids],
    );
    found[name] = row!.word;
  }
  return found;
}

const few = (list: string[]) => ({ count: list.length, first: list.slice(0, 15) });
const NONE = { count: 0, first: [] };

describe('matrix of credentials, scope sets and requests', () => {
  it('allows exactly what the policy allows', () => {
    expect(outcome.cases + rejected.cases).toBeGreaterThanOrEqual(isFull ? 16_200 : 2_200);
    expect(few(outcome.wrong)).toEqual(NONE);
    expect(few(rejected.wrong)).toEqual(NONE);
  });

  it('gives the same bytes for foreign, deleted and unknown records', () => {
    const groups = [...outcome.alike, ...rejected.alike];
    expect(groups.length).toBeGreaterThan(40);
    const different = groups
      .filter(([, prints]) => prints.size !== 1)
      .map(([name, prints]) => `${name}:\n${[...prints].slice(0, 2).join('\n---\n')}`);
    expect(few(different)).toEqual(NONE);
  });

  it('writes one audit row per operation in the own organization, with outcome and all patients returned', async () => {
    const rows = await asSuperuser<Row>(
      `SELECT request_id, org_id, action, outcome, code, ARRAY(SELECT unnest(patient_ids)::text ORDER BY 1) AS patients
       FROM audit_events WHERE org_id = ANY ($1) AND id::text > $2 AND action NOT IN ('sign_in', 'authenticate_api_key')
         AND (actor LIKE 'key_%' OR detail ? 'app')`,
      [Object.values(fixture).map(({ org }) => org.orgId), firstRow],
    );
    expect(rows.length).toBe(outcome.audit.size);
    const wrong = rows.flatMap((row) => {
      const expected = outcome.audit.get(row.request_id);
      const problem = expected ? differs(row, expected) : 'is of no request';
      return problem ? [`${row.action} ${row.request_id} ${problem}`] : [];
    });
    expect(few(wrong)).toEqual(NONE);
    expect(new Set(rows.map((row) => row.request_id)).size).toBe(outcome.audit.size);
  });

  it('counts every rejected credential; only formerly valid keys have audit rows, with the reason', async () => {
    const rows = await asSuperuser<{ code: string; count: number }>(
      'SELECT code, sum(count)::int AS count FROM security_events WHERE starts_with(ip, $1) GROUP BY code',
      [REJECTED_FROM],
    );
    expect(Object.fromEntries(rows.map(({ code, count }) => [code, count]))).toEqual(
      Object.fromEntries(rejected.rejected),
    );
    const audited = await asSuperuser(
      `SELECT DISTINCT org_id, action, outcome, code, detail->>'reason' AS reason FROM audit_events
       WHERE starts_with(ip, $1) ORDER BY reason`,
      [REJECTED_FROM],
    );
    const [org_id, action, outcome] = [fixture.live.org.orgId, 'authenticate_api_key', 'refused'];
    expect(audited).toEqual([
      { org_id, action, outcome, code: 'ip_not_allowed', reason: 'address' },
      { org_id, action, outcome, code: 'invalid_credentials', reason: 'expired' },
      { org_id, action, outcome, code: 'invalid_credentials', reason: 'revoked' },
    ]);
  });

  it('changes nothing of the other organization', async () => {
    expect(await fingerprint()).toEqual(before);
  });
});

interface Row {
  request_id: string;
  org_id: string;
  action: string;
  outcome: string;
  code: string | null;
  patients: string[];
}

function differs(row: Row, expected: Audited): string | null {
  if (row.org_id !== expected.orgId) return 'is in another organization';
  if (row.action !== expected.action) return `is not ${expected.action}`;
  if (row.outcome !== expected.outcome || row.code !== expected.code)
    return `says ${row.outcome} ${row.code} instead of ${expected.outcome} ${expected.code}`;
  if (expected.patients && expected.patients.join() !== row.patients.join()) return 'names other patients';
  return null;
}
