import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asDomainError } from '../../../server/errors/from-thrown';
import { listPatientsInput } from '../../../server/domain/patients/contract';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { connect, runConcurrently, type Client } from '../matrix/client';
import { realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { operationsOf, type ApiOperation } from '../../support/openapi';
import { seeded } from '../../support/random';
import { call, startServer, type TestServer } from '../../support/server';
import { garbageSeed, isFull } from '../../support/test-size';
import { pathOf } from './good';
import { BAD_SORTS } from './sorts';
import { injections } from './values';

/**
 * Values and names of query parameters that contain SQL are rejected or searched for literally; they never return
 * additional rows (D-01).
 */

const random = seeded(garbageSeed);
/** Values per parameter; each parameter draws its own. The audit sends many more. */
const VALUES = 6;
const ATTACKS = injections(random, 400).map((value) => value.toWellFormed());
const note = (what: string) => `${what} (GARBAGE_SEED=${garbageSeed})`;

let server: TestServer;
let client: Client;
let things: Furnished;
let key: string;
let reading: ApiOperation[];

beforeAll(async () => {
  server = await startServer();
  client = connect(server.url, 6);
  things = await furnish('garbage');
  key = await realKey(things.org);
  reading = (await operationsOf(server)).filter(({ method }) => method === 'GET');
});
afterAll(() => {
  client.close();
  return server.close();
});

const rows = (json: unknown): number => (json as { data?: unknown[] } | undefined)?.data?.length ?? 0;
const parametersOf = ({ parameters }: ApiOperation) =>
  parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);

describe('query parameters', () => {
  it('with SQL never fail the service and never return more than without it', async () => {
    for (const operation of reading) {
      const most = rows((await call(server, key, 'GET', pathOf(operation, things))).json);
      const cases = parametersOf(operation).flatMap((name) =>
        [...Array.from({ length: VALUES }, () => random.pick(ATTACKS)), '\0'].map((value) => ({
          name,
          value,
        })),
      );
      await runConcurrently(6, cases, async ({ name, value }) => {
        const query = new URLSearchParams({ [name]: value }).toString();
        const answer = await call(server, key, 'GET', `${pathOf(operation, things)}?${query}`);
        const what = note(`${operation.id} ${name}=${JSON.stringify(value.slice(0, 80))}`);
        expect([200, 400], `${what}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
        if (answer.status === 200) expect(rows(answer.json), what).toBeLessThanOrEqual(most);
      });
    }
  }, 60_000);

  it('sort lists only by their documented keys', async () => {
    expect(BAD_SORTS).toHaveLength(400);
    const sorted = reading.filter((operation) => parametersOf(operation).includes('sort'));
    expect(sorted.length).toBeGreaterThanOrEqual(4);
    for (const [nth, operation] of sorted.entries()) {
      // Each is sent to one list; the nightly run sends all to every list.
      const sorts = BAD_SORTS.filter((_, at) => isFull || at % sorted.length === nth);
      const taken: string[] = [];
      await runConcurrently(6, sorts, async (value) => {
        const { status, text } = await client.send({
          method: 'GET',
          path: `${pathOf(operation, things)}?${new URLSearchParams({ sort: value.toWellFormed() })}`,
          headers: { Authorization: `Bearer ${key}` },
        });
        if (status !== 400 || !text.includes('"parameter":"sort"')) taken.push(`${value}: ${status} ${text}`);
      });
      expect(taken, operation.id).toEqual([]);
    }
  }, 60_000);

  it('with NUL in other places of the URL are rejected', async () => {
    const asked = listPatients(things.admin, listPatientsInput.parse({ external_id: '\0' }));
    expect((await asked.catch(asDomainError)) as unknown).toMatchObject({ code: 'invalid_parameter' });
  });

  it('with unknown names are rejected', async () => {
    const names = [...Array.from({ length: 12 }, () => random.pick(ATTACKS)), '__proto__', 'constructor'];
    const lists = reading.filter(({ path }) => !path.includes('{'));
    const cases = lists.flatMap(({ path }) => names.map((name) => ({ path, name })));
    await runConcurrently(6, cases, async ({ path, name }) => {
      const answer = await call(server, key, 'GET', `${path}?${new URLSearchParams({ [name]: '1' })}`);
      expect(answer.json, note(`${path} ${name}`)).toMatchObject({ status: 400, code: 'unknown_parameter' });
    });
  }, 60_000);
});
