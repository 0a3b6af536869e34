import type { QueryResultRow } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { generatedPatient } from '../../../server/demo/generated-patients';
import { seedChart } from '../../../server/demo/seed-chart';
import { seedShowcase } from '../../../server/demo/seed-showcase';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { showId } from '../../../server/shared/ids';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { nightly } from '../../support/test-size';

let org: TestOrg;
let seed: () => Promise<void>;

beforeAll(async () => {
  org = await testOrg();
  const clinician = await personContext(org, 'clinician');
  const catalog = await catalogEntries();
  await upsertCatalog(org.ctx, catalog);
  const chart = { reviewer: showId('user', clinician.actor.id!), now: new Date() };
  seed = async () => {
    const patients = await seedChart(org.ctx, catalog, chart);
    await seedShowcase(org.ctx, { ...chart, catalog, patients, generated: 6 });
  };
  await seed();
}, 60_000);

const rows = <Row extends QueryResultRow>(text: string) => asSuperuser<Row>(text, [org.orgId]);

describe('demo showcase', () => {
  it('has a signed report that was corrected afterwards', async () => {
    const [report] = await rows<{ version: number; status: string; awaits: boolean }>(
      `SELECT version, status, inbox_rank IS NOT NULL AS awaits FROM lab_results WHERE org_id = $1 AND filler_order_number = 'DEMO-1021'`,
    );
    expect(report).toMatchObject({ version: 2, status: 'corrected', awaits: true });
  });

  it('has a culture with resistances', async () => {
    const lines = await rows<{ name: string; flags: string[] }>(
      `SELECT o.name, o.flags FROM lab_observations o JOIN lab_results r ON r.org_id = o.org_id AND r.id = o.result_id
       WHERE r.org_id = $1 AND r.filler_order_number = 'DEMO-1022' AND o.flags::text LIKE '%R%'`,
    );
    expect(lines.map(({ name }) => name).sort()).toEqual(['Ampicillin', 'Trimethoprim/sulfamethoxazole']);
  });

  it('has an order with answers, and one that is overdue', async () => {
    const orders = await rows<{ external_id: string; late: boolean; answers: number }>(
      `SELECT o.external_id, coalesce(o.expected_by < now(), false) AS late,
              (SELECT sum(jsonb_array_length(i.answers))::int FROM lab_order_items i WHERE i.org_id = o.org_id AND i.order_id = o.id) AS answers
       FROM lab_orders o WHERE o.org_id = $1 AND o.external_id IN ('demo-order-5', 'demo-order-6') ORDER BY 1`,
    );
    expect(orders).toEqual([
      { external_id: 'demo-order-5', late: false, answers: 2 },
      { external_id: 'demo-order-6', late: true, answers: 0 },
    ]);
  });

  it('is not repeated by a seed that resumes', nightly, async () => {
    const counts = () =>
      rows(`SELECT (SELECT count(*) FROM patients WHERE org_id = $1) AS patients,
                   (SELECT sum(version) FROM lab_results WHERE org_id = $1) AS versions,
                   (SELECT count(*) FROM lab_orders WHERE org_id = $1) AS orders,
                   (SELECT count(*) FROM webhooks WHERE org_id = $1) AS webhooks`);
    const before = await counts();
    expect(before).toMatchObject([{ patients: '18', orders: '6', webhooks: '1' }]);
    await seed();
    expect(await counts()).toEqual(before);
  });
});

describe('generated patient', () => {
  it('has the same name and values each time, and values that the laboratory could measure', () => {
    for (let index = 0; index < 288; index++) {
      const patient = generatedPatient(index);
      expect(generatedPatient(index)).toEqual(patient);
      expect(patient.reports.length).toBeGreaterThan(0);
      expect(patient.birth_date < '2006').toBe(true);
      for (const { values } of patient.reports) expect(values).toMatch(/^([\d.]+N? ?)+$/);
    }
  });
});
