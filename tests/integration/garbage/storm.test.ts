import { afterAll, beforeAll, expect, it } from 'vitest';
import { portalProcedures } from '../../support/portal-procedures';
import { startServer, type TestServer } from '../../support/server';
import { garbageSeed } from '../../support/test-size';
import { endpointsOf } from './endpoints';
import { GOOD, MUTATIONS, QUERIES } from './good';
import { makeFixture, type Fixture } from './fixture';
import { storm } from './storm';

/** A short `npm run audit:garbage`: every endpoint of the API, every kind of garbage (D-05). */

let server: TestServer;
let fixture: Fixture;
beforeAll(async () => {
  server = await startServer();
  fixture = await makeFixture(server.url, 3);
});
afterAll(() => server.close());

it('has a valid request to mutate for each operation with a body and each procedure', () => {
  const ids = fixture.operations.filter(({ hasBody }) => hasBody).map(({ id }) => id);
  expect(Object.keys(GOOD).sort()).toEqual(ids.sort());
  const known = [...Object.keys(MUTATIONS), ...Object.keys(QUERIES)].sort();
  expect(known).toEqual(Object.keys(portalProcedures).sort());
  const writing = Object.entries(portalProcedures);
  expect(Object.keys(MUTATIONS).sort()).toEqual(
    writing
      .filter(([, { _def }]) => _def.type === 'mutation')
      .map(([name]) => name)
      .sort(),
  );
});

/** Requests for each endpoint. */
const REQUESTS = 20;

it('survives malformed requests', async () => {
  const endpoints = endpointsOf(fixture, false);
  const { findings, statuses, asked } = await storm(server.url, endpoints, {
    seed: garbageSeed,
    count: REQUESTS,
  });
  expect(findings, `npm run audit:garbage -- --seed ${garbageSeed} --only <the name of the finding>`).toEqual(
    [],
  );
  const kinds = endpoints.flatMap(({ name, kinds: all }) =>
    Object.keys(all).map((kind) => `${name}/${kind}`),
  );
  expect([...statuses.keys()].sort()).toEqual(kinds.sort());
  expect(asked).toBe(REQUESTS * endpoints.length);
  expect(Object.keys(Object.prototype)).toEqual([]);
}, 60_000);
