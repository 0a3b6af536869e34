import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../../server/db/client';
import { newRequestId } from '../../../server/shared/ids';
import { listPatientsInput } from '../../../server/domain/patients/contract';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { askAll, middleOf, type Verdict } from '../../audits/plans/ask';
import { load } from '../../audits/plans/load';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';

/**
 * Lists keep their plan as they grow: an index returns the rows in the order of the list, no table is scanned, and no
 * large set is sorted or discarded. The statements are those that the operations send. Ten thousand rows here, a
 * million in `npm run audit:plans`.
 */

const ROWS = 10_000;

let org: TestOrg;
let admin: pg.Client;
let verdicts: Verdict[];

beforeAll(async () => {
  org = await testOrg();
  admin = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  await admin.connect();
  await admin.query('SET session_replication_role = replica');
  // A plan depends on what share of a table an organization has; other tests leave tens of thousands of events.
  await admin.query('DELETE FROM events WHERE org_id <> $1', [org.orgId]);
  // One row more than the limit of a count.
  await load(admin, org.orgId, ROWS + 1);
  verdicts = await askAll(org.ctx, await middleOf(admin, org.orgId, ROWS));
}, 120_000);
afterAll(async () => {
  await admin.end();
  await closePool();
});

describe('query plans of lists', () => {
  it('use an index for every sort, first and deep page, filter and search', () => {
    const faulty = verdicts.filter(({ faults }) => faults.length > 0);
    expect(faulty.map(({ question, faults }) => `${question.name}: ${faults.join(', ')}`)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(100);
  });

  it('are recognized when they scan without an index', () => {
    const walked = verdicts.filter(({ question }) => question.walks);
    expect(walked.length).toBeGreaterThan(0);
    const least = (name: string) => {
      // It has 3,000 tests, of which a tenth is inactive.
      if (name.startsWith('test catalog')) return 299;
      // A tenth of the audit log is in its index without reads, and the ID of a request bounds the time.
      return /^audit (?:for programs )?(?:about|kind|outcome|topic)=/.test(name) ? ROWS / 20 : ROWS / 2;
    };
    for (const { question, discarded } of walked)
      expect(discarded, question.name).toBeGreaterThan(least(question.name));
  });
});

describe('total_count', () => {
  const count = async (query: object) => {
    const input = listPatientsInput.parse({ limit: 1, include: 'total_count', ...query });
    const { total_count, total_count_capped } = await listPatients(
      { ...org.ctx, requestId: newRequestId() },
      input,
    );
    return { total_count, total_count_capped };
  };

  it('is exact up to 10,000, then marked as a minimum', async () => {
    expect(await count({})).toEqual({ total_count: ROWS, total_count_capped: true });
    expect(await count({ sex: 'female' })).toEqual({ total_count: 5_000, total_count_capped: undefined });
    await asSuperuser('UPDATE patients SET deleted_at = now() WHERE org_id = $1 AND mrn = $2', [
      org.orgId,
      'M1',
    ]);
    expect(await count({})).toEqual({ total_count: ROWS, total_count_capped: undefined });
  });
});
