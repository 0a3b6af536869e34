import { beforeAll, describe, expect, it } from 'vitest';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { resetSandboxes } from '../../../server/demo/sandbox-resets';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { listCatalogInput } from '../../../server/domain/catalog/contract';
import { listCatalog } from '../../../server/domain/catalog/list-catalog';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { endMembership } from '../../../server/domain/people/end-membership';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { createSandbox } from '../../../server/domain/sandboxes/create-sandbox';
import { emptySandbox } from '../../../server/domain/sandboxes/empty-sandbox';
import { getSandbox } from '../../../server/domain/sandboxes/get-sandbox';
import { joinSandbox } from '../../../server/domain/sandboxes/join-sandbox';
import { listSandboxes } from '../../../server/domain/sandboxes/list-sandboxes';
import { resetSandbox } from '../../../server/domain/sandboxes/reset-sandbox';
import { MOST_SANDBOXES, type SimulationKind } from '../../../server/domain/sandboxes/rules';
import { simulateLabResult } from '../../../server/domain/sandboxes/simulate-lab-result';
import { listOwnOrganizations } from '../../../server/domain/sessions/list-own-organizations';
import { readId, showId } from '../../../server/shared/ids';
import { systemContext } from '../../../server/shared/system-actor';
import type { Context } from '../../../server/shared/context';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../../support/database';

/** Sandboxes: created by administrators, with a simulated laboratory and data that can be reset. */

let live: TestOrg;
let admin: Awaited<ReturnType<typeof personContext>>;
/** The service itself in the sandbox. */
let inside: Context;
/** A key of the sandbox. */
let key: Context;

beforeAll(async () => {
  live = await testOrg();
  admin = await personContext(live, 'admin');
  const made = await createSandbox(admin, { name: 'Trial' });
  const orgId = readId('organization', made.id)!;
  inside = systemContext(orgId, 'system');
  key = keyContext(orgId);
  await resetSandboxes();
});

const patientsOf = async (ctx: Context) =>
  (await listPatients(ctx, listPatientsInput.parse({ limit: 100 }))).data;

async function newOrder(): Promise<string> {
  const [patient] = await patientsOf(key);
  const catalog = await listCatalog(key, listCatalogInput.parse({ limit: 100 }));
  const test = catalog.data.find(({ critical_high, kind }) => kind === 'test' && critical_high !== null)!;
  const items = [{ test_id: test.id }];
  return (await createLabOrder(key, createLabOrderInput.parse({ patient_id: patient!.id, items }))).id;
}

/** Simulates, and processes the message as the runner would. */
async function simulate(id: string, kind: SimulationKind) {
  const simulation = await simulateLabResult({ ...key }, { id, kind });
  const message = simulation.message_id && readId('inbound_message', simulation.message_id);
  if (message) await processMessage(inside, message);
  return simulation;
}

describe('creating', () => {
  it('makes a sandbox with example data and test keys, of which the administrator is a member', async () => {
    expect((await patientsOf(key)).length).toBeGreaterThan(5);
    expect(await getSandbox(key)).toMatchObject({ object: 'sandbox', name: 'Trial', status: 'ready' });
    const made = await createApiKey(inside, { name: 'trial', scopes: ['labs:read'] });
    expect(made.key).toMatch(/^clin_test_/);
    const own = await listOwnOrganizations(admin);
    expect(own.data.map(({ name, sandbox, role }) => [name, sandbox, role])).toEqual([
      ['Test organization', false, 'admin'],
      ['Trial', true, 'admin'],
    ]);
    expect(await patientsOf(live.ctx)).toEqual([]);
  });

  it('is audited in both organizations', async () => {
    const ctx = { ...(await personContext(live, 'admin')) };
    const { id } = await createSandbox(ctx, { name: 'Audited' });
    const rows = await auditRows(ctx.requestId);
    expect(rows.map(({ action, object_id }) => [action, object_id])).toEqual([
      ['create_sandbox', readId('organization', id)],
      ['create_sandbox', readId('organization', id)],
    ]);
  });

  it('is for administrators of a live organization, up to a limit', async () => {
    const clinician = await personContext(live, 'clinician');
    await expect(createSandbox(clinician, { name: 'No' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(createSandbox(key, { name: 'No' })).rejects.toMatchObject({ code: 'forbidden' });
    const nested = { ...admin, actor: { ...admin.actor, orgId: key.actor.orgId } };
    await expect(createSandbox(nested, { name: 'No' })).rejects.toMatchObject({ code: 'invalid_state' });
    const other = await personContext(await testOrg(), 'admin');
    const made = await Promise.allSettled(
      Array.from({ length: MOST_SANDBOXES + 2 }, (_, nth) => createSandbox(other, { name: `Trial ${nth}` })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_SANDBOXES);
    expect(made.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { code: 'limit_reached' },
    });
  });

  it('lets other administrators of the live organization join, and no one else', async () => {
    const second = await personContext(live, 'admin');
    const [first] = (await listSandboxes(second)).data;
    expect(first).toMatchObject({ name: 'Trial', member: false });
    expect(await joinSandbox(second, { id: first!.id })).toMatchObject({ member: true });
    expect((await listSandboxes(second)).data[0]).toMatchObject({ member: true });
    // Who leaves the organization leaves its sandboxes.
    await endMembership(admin, { id: showId('user', second.actor.id!) });
    const left = await asSuperuser<{ ended: boolean }>(
      'SELECT ended_at IS NOT NULL AS ended FROM memberships WHERE user_id = $1',
      [second.actor.id],
    );
    expect(left.map(({ ended }) => ended)).toEqual([true, true]);
    const stranger = await personContext(await testOrg(), 'admin');
    expect((await listSandboxes(stranger)).data).toEqual([]);
    for (const id of [first!.id, showId('organization', live.orgId), 'org_x'])
      await expect(joinSandbox(stranger, { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('simulating', () => {
  it('reports, completes, corrects and flags like a laboratory', async () => {
    const critical = await newOrder();
    expect(await simulate(critical, 'critical')).toMatchObject({
      object: 'lab_simulation',
      kind: 'critical',
      order_id: critical,
      message_id: expect.stringMatching(/^msg_/) as string,
    });
    const [resultId] = (await getLabOrder(key, { id: critical })).result_ids;
    const result = await getLabResult(key, { id: resultId! });
    expect(result).toMatchObject({ status: 'final', order_id: critical, version: 1 });
    expect(result.panels[0]!.observations[0]).toMatchObject({ severity: 'critical' });

    await simulate(critical, 'corrected');
    expect(await getLabResult(key, { id: resultId! })).toMatchObject({ status: 'corrected', version: 2 });

    const partial = await newOrder();
    await simulate(partial, 'partial');
    expect((await getLabOrder(key, { id: partial })).result_ids).toHaveLength(1);
    await simulate(partial, 'normal');
    expect((await getLabOrder(key, { id: partial })).status).toBe('completed');
  });

  it('rejects an order, for which no result can then be simulated', async () => {
    const id = await newOrder();
    expect(await simulate(id, 'rejected')).toMatchObject({ message_id: null });
    expect(await getLabOrder(key, { id })).toMatchObject({ status: 'rejected' });
    for (const kind of ['rejected', 'normal', 'corrected'] as const)
      await expect(simulate(id, kind)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('and resetting never work in a live organization', async () => {
    const patient = await createPatient(
      live.ctx,
      createPatientInput.parse({
        name: { family: 'Real', given: ['Rita'] },
        birth_date: '1970-01-01',
        sex: 'female',
      }),
    );
    const ctx = keyContext(live.orgId);
    await upsertCatalog(
      live.ctx,
      (await catalogEntries()).filter(({ code }) => code === 'GLU'),
    );
    const items = [{ code: 'GLU' }];
    const ordered = { patient_id: patient.id, items, lab_id: 'example-lab' };
    const { id } = await createLabOrder(ctx, createLabOrderInput.parse(ordered));
    for (const call of [
      () => simulateLabResult(ctx, { id, kind: 'normal' }),
      () => getSandbox(ctx),
      () => resetSandbox(ctx),
      () => emptySandbox(live.ctx),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
    // Of the others none, because each reset takes a second.
    await asSuperuser(
      'UPDATE organizations SET sandbox_reset_requested_at = CASE WHEN id = $1 THEN now() END',
      [live.orgId],
    );
    await expect(resetSandboxes()).rejects.toMatchObject({ code: 'forbidden' });
    await asSuperuser('UPDATE organizations SET sandbox_reset_requested_at = null WHERE id = $1', [
      live.orgId,
    ]);
    expect(await patientsOf(live.ctx)).toHaveLength(1);
  });
});

describe('resetting', () => {
  it('replaces all patients by the example data, and keeps keys and catalog', async () => {
    const made = await createPatient(
      key,
      createPatientInput.parse({
        name: { family: 'Own', given: ['Olga'] },
        birth_date: '1970-01-01',
        sex: 'female',
      }),
    );
    const before = (await patientsOf(key)).map(({ external_id }) => external_id);
    expect(await resetSandbox(key)).toMatchObject({ status: 'resetting' });
    expect(await resetSandbox(key)).toMatchObject({ status: 'resetting' });
    await resetSandboxes();
    expect(await getSandbox(key)).toMatchObject({ status: 'ready' });
    const after = await patientsOf(key);
    expect(after.map(({ external_id }) => external_id).sort()).toEqual(before.filter(Boolean).sort());
    expect(after.some(({ id }) => id === made.id)).toBe(false);
    expect(await newOrder()).toMatch(/^ord_/);
  });
});
