import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catalogEntries } from '../../../server/demo/catalog-data';
import {
  seedLaboratory,
  startDemoLaboratory,
  type DemoLaboratory,
} from '../../../server/demo/demo-laboratory';
import type { SimulatedLaboratory } from '../../../server/demo/simulator/laboratory';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import { deleteOrderDestination } from '../../../server/domain/order-destinations/delete-order-destination';
import { getOrderDestination } from '../../../server/domain/order-destinations/get-order-destination';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { startRunner, type Runner } from '../../../server/intake/runner/runner';
import { startOrderWorker, type OrderWorker } from '../../../server/transmissions/worker';
import type { Context } from '../../../server/shared/context';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/** The whole loop of the demo: an order is sent over MLLP, accepted, and its result arrives over HTTP. */

let server: TestServer;
let runner: Runner;
let worker: OrderWorker;
let org: TestOrg;
let clinician: Context;
let patientId: string;
let known: DemoLaboratory;
let folder: string;
let lab: SimulatedLaboratory | null = null;

beforeAll(async () => {
  await asSuperuser('UPDATE order_destinations SET paused = true');
  await asSuperuser("UPDATE inbound_messages SET state = 'processed' WHERE state = 'received'");
  server = await startServer();
  runner = startRunner({ process: processMessage });
  worker = startOrderWorker({ pollMs: 20, waitOf: () => 0 });
  folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-demo-'));
  org = await testOrg();
  clinician = await personContext(org, 'clinician');
  await upsertCatalog(org.ctx, await catalogEntries());
  known = await seedLaboratory(org.ctx);
  const patient = await createPatient(
    org.ctx,
    createPatientInput.parse({
      name: { family: "O'Neil", given: ['Łucja', 'Ann'] },
      birth_date: '1970-05-06',
      sex: 'female',
    }),
  );
  patientId = patient.id;
});
afterEach(async () => {
  await lab?.stop();
  lab = null;
});
afterAll(async () => {
  await Promise.all([worker.stop(), runner.stop(), server.close()]);
  await asSuperuser('UPDATE order_destinations SET paused = true');
  await rm(folder, { recursive: true, force: true });
});

async function start(resultAfterMs = 0): Promise<void> {
  lab = await startDemoLaboratory(org.orgId, known, {
    file: path.join(folder, 'laboratory.json'),
    resultAfterMs,
    everyMs: 20,
  });
  known = { ...known, started: true };
}

const place = (...codes: string[]) =>
  createLabOrder(
    clinician,
    createLabOrderInput.parse({
      patient_id: patientId,
      lab_id: 'example-lab',
      items: codes.map((code) => ({ code })),
    }),
  );

async function reaches(id: string, values: object): Promise<void> {
  await expect
    .poll(() => getLabOrder(clinician, { id }), { interval: 20, timeout: 10_000 })
    .toMatchObject(values);
}

describe('demo laboratory', () => {
  it('accepts an order and sends its results, which await signature', async () => {
    await start();
    const order = await place('BMP', 'TSH');
    expect(order.transmission.status).toBe('queued');
    await reaches(order.id, {
      status: 'completed',
      transmission: { status: 'accepted', filler_order_number: `SIM-${order.order_number}` },
      items: [{ status: 'resulted' }, { status: 'resulted' }],
    });
    const rows = await asSuperuser(
      `SELECT r.status, r.inbox_rank IS NOT NULL AS awaits, count(o.*)::int AS lines FROM lab_results r
       JOIN lab_observations o ON o.org_id = r.org_id AND o.result_id = r.id
       WHERE r.org_id = $1 AND r.filler_order_number = $2 GROUP BY r.id, r.status, r.inbox_rank`,
      [org.orgId, `SIM-${order.order_number}`],
    );
    expect(rows).toEqual([{ status: 'final', awaits: true, lines: 9 }]);
  });

  it('sends the results of an accepted order after a restart', nightly, async () => {
    await start(2_000);
    const order = await place('TSH');
    await reaches(order.id, { transmission: { status: 'accepted' }, status: 'sent' });
    const before = lab!.port;
    await lab!.stop();
    // The laboratory is away: the next order is queued.
    const next = await place('GLU');
    await start();
    expect(lab!.port).toBe(before);
    await reaches(next.id, { status: 'completed', transmission: { status: 'accepted' } });
    await reaches(order.id, { status: 'completed' });
  });

  it('is not started again once orders are no longer sent to it', async () => {
    await deleteOrderDestination(org.ctx, { id: known.connectionId });
    await start();
    expect(lab).toBeNull();
    expect(await getOrderDestination(org.ctx, { id: known.connectionId })).toBeNull();
    expect((await place('TSH')).transmission.status).toBe('not_applicable');
  });
});
