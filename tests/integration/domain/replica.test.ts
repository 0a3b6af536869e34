import net from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countsOf } from '../../../server/counts';
import { closePool } from '../../../server/db/client';
import { isFresh } from '../../../server/db/replica';
import { listLabResultsInput } from '../../../server/domain/lab-results/contract';
import { getFlowSheet } from '../../../server/domain/lab-results/get-flow-sheet';
import { getTrend } from '../../../server/domain/lab-results/get-trend';
import { getFlowSheetInput, getTrendInput } from '../../../server/domain/lab-results/history-contract';
import { listLabResults } from '../../../server/domain/lab-results/list-lab-results';
import { listObservations } from '../../../server/domain/lab-results/list-observations';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { stop } from '../../../server/embedded/cluster';
import { env } from '../../../server/env';
import type { Context } from '../../../server/shared/context';
import { sourceFiles } from '../../architecture/source-files';
import { auditRows, testOrg } from '../../support/database';
import { startPair, withPort, type Pair } from '../../support/standby';
import { file, fresh, line, openLaboratory, org, panel, person, report } from './lab-results-support';

/** Reads with `replica: true` on a standby (decision 0066). */

const before = { database: env.DATABASE_URL!, admin: process.env.TEST_ADMIN_URL! };
let pair: Pair;
let patientId: string;

beforeAll(async () => {
  pair = await startPair();
  await closePool();
  env.DATABASE_URL = pair.primary.appUrl;
  process.env.TEST_ADMIN_URL = pair.primary.adminUrl;
  await openLaboratory();
  patientId = (await createPatient(org.ctx, person())).id;
  await file(report({ patient_id: patientId, panels: [panel([line({})])] }));
});
beforeEach(() => {
  env.DATABASE_REPLICA_URL = withPort(pair.primary.appUrl, pair.portOfStandby);
});
afterAll(async () => {
  await closePool();
  env.DATABASE_URL = before.database;
  process.env.TEST_ADMIN_URL = before.admin;
  await pair.stop();
});

/** How reads were answered since the last call. */
let seen: Record<string, number> = {};
function outcomes(): Record<string, number> {
  const now = Object.fromEntries(
    countsOf('clinical_db_replica_reads_total').map(({ values, count }) => [values[0]!, count]),
  );
  const changed = Object.entries(now).filter(([outcome, count]) => count !== (seen[outcome] ?? 0));
  const result = Object.fromEntries(changed.map(([name, count]) => [name, count - (seen[name] ?? 0)]));
  seen = now;
  return result;
}

const list = (ctx: Context = fresh(org.ctx)) => listLabResults(ctx, listLabResultsInput.parse({}));
const lengthOf = async () => (await list()).data.length;

async function caughtUp(): Promise<void> {
  const [row] = await pair.ask('primary', 'SELECT pg_current_wal_flush_lsn() AS at');
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const [found] = await pair.ask(
      'standby',
      `SELECT pg_last_wal_replay_lsn() >= '${String(row!.at)}'::pg_lsn AS is`,
    );
    if (found!.is) return;
  }
  throw new Error('The standby did not catch up in 10 s');
}

const OPERATIONS: Record<string, (ctx: Context) => Promise<unknown>> = {
  get_flow_sheet: (ctx) => getFlowSheet(ctx, getFlowSheetInput.parse({ patient_id: patientId })),
  get_trend: (ctx) => getTrend(ctx, getTrendInput.parse({ patient_id: patientId, tests: ['2345-7'] })),
  list_lab_results: (ctx) => listLabResults(ctx, listLabResultsInput.parse({ include: 'total_count' })),
  list_observations: (ctx) => listObservations(ctx, { limit: 10, patient_id: patientId }),
};

describe('a read on the standby', () => {
  it.each(Object.keys(OPERATIONS))('%s has its audit row, on the primary', async (name) => {
    await caughtUp();
    env.DATABASE_REPLICA_URL = undefined;
    const expected = await OPERATIONS[name]!(fresh(org.ctx));
    env.DATABASE_REPLICA_URL = withPort(pair.primary.appUrl, pair.portOfStandby);
    await caughtUp();
    outcomes();
    const ctx = fresh(org.ctx);
    expect(await OPERATIONS[name]!(ctx)).toEqual(expected);
    expect(outcomes()).toEqual({ answered: 1 });
    const rows = await auditRows(ctx.requestId);
    expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual([[name, 'allowed']]);
  });

  it('is tested for every operation that allows it', () => {
    const allowing = sourceFiles('server/domain').flatMap(({ text }) =>
      text.includes('replica: true') ? [/action: '(\w+)'/.exec(text)![1]!] : [],
    );
    expect(allowing.sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  it('sees no other organization', async () => {
    const other = await testOrg();
    await caughtUp();
    outcomes();
    expect((await list(other.ctx)).data).toEqual([]);
    expect(outcomes()).toEqual({ answered: 1 });
  });

  it('is repeated on the primary while the standby is behind', async () => {
    await pair.ask('standby', 'SELECT pg_wal_replay_pause()');
    const before = await lengthOf();
    await file(report({ patient_id: patientId }));
    outcomes();
    expect(await lengthOf()).toBe(before + 1);
    expect(outcomes()).toEqual({ behind: 1 });
    await pair.ask('standby', 'SELECT pg_wal_replay_resume()');
    await caughtUp();
    expect(await lengthOf()).toBe(before + 1);
    expect(outcomes()).toEqual({ answered: 1 });
  });

  it('is repeated on the primary if the address names another installation', async () => {
    await closePool();
    env.DATABASE_REPLICA_URL = before.database;
    outcomes();
    expect(await lengthOf()).toBeGreaterThan(0);
    expect(outcomes()).toEqual({ behind: 1 });
  });

  it('is repeated on the primary if the standby does not respond', async () => {
    await closePool();
    const server = net.createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    env.DATABASE_REPLICA_URL = withPort(pair.primary.appUrl, (server.address() as net.AddressInfo).port);
    outcomes();
    expect(await lengthOf()).toBeGreaterThan(0);
    expect(outcomes()).toEqual({ failed: 1 });
    await new Promise((resolve) => server.close(resolve));
  });

  it('is repeated on the primary after a failure, and the standby is left alone for a while', async () => {
    await closePool();
    await caughtUp();
    await stop(pair.standby, 5);
    outcomes();
    const ctx = fresh(org.ctx);
    expect((await list(ctx)).data.length).toBeGreaterThan(0);
    expect(await auditRows(ctx.requestId)).toHaveLength(1);
    expect(outcomes()).toEqual({ failed: 1 });
    expect((await list()).data.length).toBeGreaterThan(0);
    expect(outcomes()).toEqual({});
  });
});

describe('a standby', () => {
  const server = (...positions: [string, string | null][]) => ({
    query: () => {
      const [system, at] = positions.length > 1 ? positions.shift()! : positions[0]!;
      return Promise.resolve({ rows: [{ system, at }] });
    },
  });
  const check = (standby: object, primary: object) =>
    isFresh(primary as pg.ClientBase, standby as pg.ClientBase);

  it.each([
    ['is fresh at the position of the primary', [['a', '10']], true],
    [
      'is fresh once it has caught up',
      [
        ['a', '8'],
        ['a', '9'],
        ['a', '10'],
      ],
      true,
    ],
    ['is not fresh while it is behind', [['a', '9']], false],
    ['is not used if it was ahead: it has another history', [['a', '11']], false],
    ['is not used if it belongs to another installation', [['b', '10']], false],
    ['is not used if it is a primary', [['a', null]], false],
  ] as [string, [string, string | null][], boolean][])('%s', async (_, positions, expected) => {
    expect(await check(server(...positions), server(['a', '10']))).toBe(expected);
  });
});
