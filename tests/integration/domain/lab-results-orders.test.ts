import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../../server/cli/lab-simulate';
import { listCatalogInput, catalogList } from '../../../server/domain/catalog/contract';
import { addFavoriteTest } from '../../../server/domain/catalog/add-favorite-test';
import { listCatalog } from '../../../server/domain/catalog/list-catalog';
import { listFavoriteTests } from '../../../server/domain/catalog/list-favorite-tests';
import { removeFavoriteTest } from '../../../server/domain/catalog/remove-favorite-test';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { readId, showId } from '../../../server/shared/ids';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { listOpenTests } from '../../../server/domain/lab-orders/list-open-tests';
import { openTests } from '../../../server/domain/lab-orders/sheet-contract';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import { labResult } from '../../../server/domain/lab-results/contract';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../../support/database';
import { wrongInEvent } from '../../support/event-schemas';
import { nightly } from '../../support/test-size';

let org: TestOrg;
let patient: string;
const person = () =>
  createPatientInput.parse({
    name: { family: 'Order', given: ['Test'] },
    birth_date: '1950-01-01',
    sex: 'male',
  });
const order = async (...codes: string[]) =>
  (
    await createLabOrder(
      org.ctx,
      createLabOrderInput.parse({
        patient_id: patient,
        lab_id: 'example-lab',
        items: codes.map((code) => ({ code })),
      }),
    )
  ).id;
const state = (id: string) => getLabOrder(org.ctx, { id });
const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string; sequence: number; body: string }>(
      'SELECT type, sequence, body FROM events WHERE org_id = $1 ORDER BY sequence',
      [org.orgId],
    )
  ).filter((event) => event.body.includes(`"id":"${id}"`));
const filed = async (id: string, kind: Parameters<typeof simulate>[2]) =>
  (await simulate(org.ctx, id, kind)) as { id: string; version: number; status: string; outcome: string };

beforeAll(async () => {
  org = await testOrg({ demo: true });
  await upsertCatalog(org.ctx, await catalogEntries());
  patient = (await createPatient(org.ctx, person())).id;
});

describe('lab simulate', () => {
  it.each([
    ['normal', 'final', 'normal'],
    ['abnormal', 'final', 'abnormal'],
    ['critical', 'final', 'critical'],
  ] as const)(
    '%s: creates a %s report of severity %s, marked as simulated',
    async (kind, status, severity) => {
      const id = await order('CMP', 'HGB', 'URCX');
      const made = await filed(id, kind);
      const result = await getLabResult(org.ctx, { id: made.id });
      expect(labResult.parse(result)).toEqual(result);
      expect(result).toMatchObject({ status, severity, order_id: id, notes: [{ source: 'simulator' }] });
      // The report arrived as a laboratory message.
      expect(result.source).toMatchObject({ kind: 'hl7v2', message_id: expect.stringMatching(/^msg_/) });
      expect(await state(id)).toMatchObject({
        status: 'completed',
        result_ids: [made.id],
        items: [{ status: 'resulted', result_id: made.id }, { status: 'resulted' }, { status: 'resulted' }],
      });
      // The same report again changes nothing.
      expect(await filed(id, kind)).toMatchObject({ outcome: 'unchanged', version: 1 });
    },
  );

  it('goes from partial to final to corrected, and updates the order', async () => {
    const id = await order('BMP', 'TSH');
    const partial = await filed(id, 'partial');
    expect(await getLabResult(org.ctx, { id: partial.id })).toMatchObject({
      status: 'partial',
      pending_tests: ['TSH'],
    });
    expect(await state(id)).toMatchObject({
      status: 'partially_resulted',
      items: [{ status: 'resulted' }, { status: 'ordered', result_id: null }],
    });
    await expect(filed(id, 'corrected')).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await filed(id, 'normal')).toMatchObject({ id: partial.id, status: 'final', version: 2 });
    expect(await state(id)).toMatchObject({
      status: 'completed',
      status_history: [{ status: 'requested' }, { status: 'partially_resulted' }, { status: 'completed' }],
    });
    const done = await state(id);
    expect(await filed(id, 'corrected')).toMatchObject({ id: partial.id, status: 'corrected', version: 3 });
    expect(await state(id)).toEqual(done);
    const changes = (await getLabResult(org.ctx, { id: partial.id })).corrections
      .at(-1)!
      .changes.filter(({ field }) => field === 'value_text');
    expect(changes).toHaveLength(1);
    expect((await eventsOf(partial.id)).map(({ type }) => type)).toEqual([
      'lab_result.created',
      'lab_result.finalized',
      'lab_result.corrected',
    ]);
    const events = await eventsOf(id);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['lab_order.created', 1],
      ['lab_order.updated', 2],
      ['lab_order.updated', 3],
      ['lab_order.completed', 4],
    ]);
    expect(JSON.parse(events[1]!.body).data.previous).toEqual({ status: 'requested' });
  });

  it('shows a partial single test as in progress', async () => {
    const id = await order('GLU');
    await filed(id, 'partial');
    expect(await state(id)).toMatchObject({ status: 'in_progress', items: [{ status: 'in_progress' }] });
    expect(await filed(id, 'critical')).toMatchObject({ status: 'final', version: 2 });
  });

  it('is rejected in a production organization', async () => {
    const live = await testOrg();
    await upsertCatalog(live.ctx, await catalogEntries());
    const own = (await createPatient(live.ctx, person())).id;
    const id = (
      await createLabOrder(
        live.ctx,
        createLabOrderInput.parse({ patient_id: own, lab_id: 'example-lab', items: [{ code: 'GLU' }] }),
      )
    ).id;
    await expect(simulate(live.ctx, id, 'normal')).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describe('getLabResult by order', () => {
  it('returns no report, the only one, or lists several', async () => {
    const id = await order('GLU');
    await expect(getLabResult(org.ctx, { id })).rejects.toMatchObject({
      code: 'result_not_ready',
      extras: { order_status: 'requested' },
    });
    const first = await filed(id, 'normal');
    expect((await getLabResult(org.ctx, { id })).id).toBe(first.id);
    const result = await getLabResult(org.ctx, { id });
    const second = await fileLabResult(org.ctx, {
      patient_id: patient,
      order_id: id,
      lab: result.lab,
      filler_order_number: 'SECOND',
      collected_at: null,
      collected_at_precision: null,
      status: 'final',
      panels: [],
      source: { kind: 'hl7v2', message_id: null },
      historical: false,
    });
    await expect(getLabResult(org.ctx, { id })).rejects.toMatchObject({
      code: 'multiple_results',
      extras: { result_ids: [first.id, second.id] },
    });
    await expect(getLabResult(keyContext((await testOrg()).orgId), { id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('rejects an order of another patient', async () => {
    const id = await order('GLU');
    const other = (await createPatient(org.ctx, person())).id;
    const report = {
      patient_id: other,
      order_id: id,
      lab: { id: 'l', name: 'L', accreditation_number: null, director: null },
      filler_order_number: 'X-1',
      collected_at: null,
      collected_at_precision: null,
      status: 'final' as const,
      panels: [],
      source: { kind: 'hl7v2' as const, message_id: null },
      historical: false,
    };
    await expect(fileLabResult(org.ctx, report)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(
      fileLabResult(org.ctx, { ...report, order_id: 'ord_01jcxyz0000000000000000000' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await deletePatient(org.ctx, { id: other });
  });
});

describe('listCatalog', () => {
  const list = (query: object) =>
    listCatalog(keyContext(org.orgId, ['labs:write']), listCatalogInput.parse(query));

  it('pages by name without gaps in both directions and fits its contract', async () => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: '7', include: 'total_count', ...(cursor ? { cursor } : {}) });
      expect(catalogList.parse(page)).toEqual(page);
      expect(page.total_count).toBe(73);
      names.push(...page.data.map((test) => test.name));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(names).toHaveLength(73);
    const withoutCase = names.map((name) => name.toLowerCase());
    expect(withoutCase).toEqual([...withoutCase].sort());
    expect((await list({ sort: '-name', limit: '1' })).data[0]!.name).toBe(names.at(-1));
    expect(
      await asSuperuser('SELECT 1 FROM catalog_tests WHERE org_id = $1 AND source IS DISTINCT FROM $2', [
        org.orgId,
        'example, not for clinical use',
      ]),
    ).toEqual([]);
  });

  it.each([
    [{ q: 'blood sugar' }, ['GLU', 'GLUF', 'A1C']],
    [{ q: 'HBA1C' }, ['A1C']],
    [{ q: '24323-8' }, ['CMP']],
    [{ q: 'no such %' }, []],
    [{ loinc: '718-7' }, ['HGB']],
    [{ kind: 'panel', category: 'urinalysis' }, ['UA', 'UAM']],
    [{ lab_id: 'other' }, []],
    [{ specimen_type: 'serum', category: 'immunology' }, ['IGG']],
    [{ active: 'false' }, []],
  ])('filters by %j', async (query, codes) => {
    expect((await list(query)).data.map((test) => test.code)).toEqual(codes);
  });

  it('gives panel components the ID of the test with the same LOINC', async () => {
    const [panel] = (await list({ q: '24360-0' })).data;
    const [hemoglobin] = (await list({ loinc: '718-7' })).data;
    expect(panel!.components[0]).toMatchObject({ loinc: '718-7', test_id: hemoglobin!.id, unit: 'g/dL' });
  });

  it('emits one event for an import with changes and none without', nightly, async () => {
    const own = await testOrg();
    const reported = async () =>
      (
        await asSuperuser<{ body: string }>(
          "SELECT body FROM events WHERE org_id = $1 AND type = 'catalog.updated' ORDER BY sequence",
          [own.orgId],
        )
      ).map(({ body }) => JSON.parse(body) as { type: string; sequence: number; data: { object: unknown } });
    const entries = await catalogEntries();
    await upsertCatalog(own.ctx, entries);
    const stamps = () =>
      asSuperuser('SELECT code, updated_at FROM catalog_tests WHERE org_id = $1 ORDER BY code', [own.orgId]);
    const before = await stamps();
    await upsertCatalog(own.ctx, entries);
    expect(await stamps()).toEqual(before);
    expect(await reported()).toHaveLength(1);
    const [first, ...others] = entries;
    await upsertCatalog(own.ctx, [{ ...first!, turnaround_hours: 24 }, ...others]);
    const events = await reported();
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(events.map((event) => wrongInEvent(event))).toEqual([null, null]);
    expect(events[1]!.data.object).toEqual({
      object: 'catalog',
      id: showId('catalog', own.orgId),
      version: 2,
      status: null,
      href: '/v1/labs/catalog',
      patient_id: null,
    });
  });

  it('keeps IDs when written again, and requires a labs scope', async () => {
    const before = (await list({ loinc: '718-7' })).data[0]!;
    await upsertCatalog(org.ctx, await catalogEntries());
    expect((await list({ loinc: '718-7' })).data).toMatchObject([
      { id: before.id, created_at: before.created_at },
    ]);
    await expect(
      listCatalog(keyContext(org.orgId, ['patients:read']), listCatalogInput.parse({})),
    ).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(upsertCatalog(keyContext(org.orgId), [])).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('tests of a new order', () => {
  it('show the results of the last 72 hours, in the form of the patient only', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const resulted = async (patient_id = own) =>
      openTests.parse(await listOpenTests(org.ctx, { patient_id })).resulted;
    const input = { patient_id: own, lab_id: 'example-lab', items: [{ code: 'CMP' }, { code: 'HGB' }] };
    const { id } = await createLabOrder(org.ctx, createLabOrderInput.parse(input));
    expect(await resulted()).toEqual([]);
    const report = await filed(id, 'normal');
    expect(await resulted()).toMatchObject([
      {
        order_id: id,
        resulted_at: (await state(id)).status_history.at(-1)!.at,
        result_ids: [report.id],
        tests: [{ components: expect.arrayContaining([]) as unknown }, { loinc: '718-7' }],
      },
    ]);
    expect(await listOpenTests(org.ctx, { patient_id: own })).toMatchObject({ data: [] });
    const other = (await createPatient(org.ctx, person())).id;
    expect(await resulted(other)).toEqual([]);
    // A later change of the order is not a result.
    await asSuperuser(
      `UPDATE lab_orders SET status_history = (SELECT jsonb_agg(s || jsonb_build_object('at', to_char(now() - interval '4 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) FROM jsonb_array_elements(status_history) s) WHERE id = $1`,
      [readId('lab_order', id)],
    );
    expect(await resulted()).toEqual([]);
  });
});

describe('favorite tests', () => {
  const offers = async (limit: number) =>
    (await listCatalog(org.ctx, listCatalogInput.parse({ limit, lab_id: 'example-lab' }))).data;

  it('belong to one user in one organization and are limited to one screen', async () => {
    const [mine, colleague] = [await personContext(org, 'clinician'), await personContext(org, 'clinician')];
    const viewer = await personContext(org, 'viewer');
    const tests = await offers(40);
    const [first, second] = [tests[1]!, tests[0]!];
    const names = async (ctx: Context) => (await listFavoriteTests(ctx)).data.map(({ name }) => name);
    for (const { id } of [first, second, first]) await addFavoriteTest(mine, { id });
    expect(await names(mine)).toEqual([second.name, first.name]);
    expect(await names(colleague)).toEqual([]);
    await removeFavoriteTest(colleague, { id: first.id });
    expect(await names(mine)).toHaveLength(2);
    await removeFavoriteTest(mine, { id: first.id });
    expect(await names(mine)).toEqual([second.name]);

    for (const { id } of tests.slice(0, 30)) await addFavoriteTest(mine, { id });
    await expect(addFavoriteTest(mine, { id: tests[30]!.id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    // Adding a favorite again has no effect.
    await addFavoriteTest(mine, { id: first.id });

    const theirs = await personContext(await testOrg(), 'clinician');
    await expect(addFavoriteTest(theirs, { id: first.id })).rejects.toMatchObject({ code: 'not_found' });
    for (const ctx of [viewer, keyContext(org.orgId)])
      await expect(addFavoriteTest(ctx, { id: first.id })).rejects.toMatchObject({
        code: expect.stringMatching(/^(insufficient_scope|forbidden)$/) as string,
      });
  });

  it('are hidden while the laboratory does not offer them', async () => {
    const mine = await personContext(org, 'clinician');
    const [test] = await offers(1);
    await addFavoriteTest(mine, { id: test!.id });
    const offered = (active: boolean) =>
      asSuperuser('UPDATE catalog_tests SET active = $1 WHERE id = $2', [
        active,
        readId('catalog_test', test!.id),
      ]);
    await offered(false);
    expect((await listFavoriteTests(mine)).data).toEqual([]);
    await offered(true);
    expect((await listFavoriteTests(mine)).data).toHaveLength(1);
  });
});
