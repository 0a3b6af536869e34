import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { keyContext, testOrg } from '../../support/database';

/** B-04: whatever is wrong with the tenant setting, the app's role gets no row or an error, never all rows. */

const TABLES = [
  'patients',
  'patient_tokens',
  'audit_events',
  'events',
  'memberships',
  'organizations',
  'api_keys',
  'lab_results',
];

/** The statement before the read; null for none. */
const SETTINGS: [string, string | null][] = [
  ['no setting', null],
  ['empty text', "SELECT set_config('clinical.org_id', '', true)"],
  ['no uuid', "SELECT set_config('clinical.org_id', 'all', true)"],
  ['wildcard', "SELECT set_config('clinical.org_id', '%', true)"],
  ['a list', "SELECT set_config('clinical.org_id', 'ORG,ORG', true)"],
  ['an unknown uuid', "SELECT set_config('clinical.org_id', '00000000-0000-7000-8000-000000000000', true)"],
  ['another name', "SELECT set_config('clinical.organization', 'ORG', true)"],
  [
    'rolled back to a savepoint',
    "SAVEPOINT s; SELECT set_config('clinical.org_id', 'ORG', true); ROLLBACK TO s",
  ],
  ['set for a transaction that is over', "SELECT set_config('clinical.org_id', 'ORG', true); COMMIT; BEGIN"],
  ['reset', "SELECT set_config('clinical.org_id', 'ORG', true); RESET clinical.org_id"],
];

describe('tenant setting', () => {
  let client: pg.Client;
  let orgId: string;

  beforeAll(async () => {
    const org = await testOrg();
    orgId = org.orgId;
    await createPatient(
      keyContext(orgId),
      createPatientInput.parse({
        name: { family: 'Closed', given: ['F'] },
        birth_date: '1970-01-01',
        sex: 'other',
      }),
    );
    client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
  });
  afterAll(() => client.end());

  it('gives access to the organization it names', async () => {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('clinical.org_id', '${orgId}', true)`);
    const { rows } = await client.query('SELECT family_key FROM patients');
    expect(rows).toEqual([{ family_key: 'closed' }]);
    await client.query('ROLLBACK');
  });

  it.each(TABLES.flatMap((table) => SETTINGS.map(([name, setting]) => [table, name, setting] as const)))(
    'gives no rows of %s when %s',
    async (table, _name, setting) => {
      await client.query('BEGIN');
      try {
        if (setting) await client.query(setting.replaceAll('ORG', orgId));
        const rows = await client.query(`SELECT * FROM ${table}`).then(
          (result) => result.rows,
          (error: { code: string }) => {
            expect(error.code).toBe('22P02'); // invalid_text_representation: fails closed
            return [];
          },
        );
        expect(rows).toEqual([]);
      } finally {
        await client.query('ROLLBACK');
      }
    },
  );
});
