import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { listAuditEventsInput } from '../../../server/domain/audit-log/contract';
import { exportAuditEvents } from '../../../server/domain/audit-log/export-audit-events';
import { listAuditEvents } from '../../../server/domain/audit-log/list-audit-events';
import { updateDisplaySettings } from '../../../server/domain/display-settings/update-display-settings';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import type { Context } from '../../../server/shared/context';
import { newRequestId } from '../../../server/shared/ids';
import { personContext, testOrg, type TestOrg } from '../../support/database';

let org: TestOrg;
let admin: Context;
const fresh = <C extends Context>(ctx: C): C => ({ ...ctx, requestId: newRequestId() });

beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
});

describe('filters of the audit log', () => {
  const actions = async (query: object) =>
    (await listAuditEvents(fresh(admin), listAuditEventsInput.parse({ limit: 100, ...query }))).data.map(
      ({ action, outcome }) => `${action} ${outcome}`,
    );

  beforeAll(async () => {
    const patient = await createPatient(
      fresh(admin),
      createPatientInput.parse({
        name: { family: 'Filtered', given: ['Ada'] },
        birth_date: '1950-01-02',
        sex: 'female',
      }),
    );
    await getPatient(fresh(admin), { id: patient.id });
    await listPatients(fresh(admin), listPatientsInput.parse({}));
    await deletePatient(fresh(admin), { id: patient.id });
    await expect(createCaller(fresh(admin)).patients.getPatient({ id: patient.id })).rejects.toThrow();
    const key = await createApiKey(fresh(admin), { name: 'Filtered', scopes: ['patients:read'] });
    await revokeApiKey(fresh(admin), { id: key.id });
    await updateDisplaySettings(fresh(admin), { theme: 'dark' });
  });

  it('hide allowed views and lists, and keep denied ones', async () => {
    const all = await actions({});
    expect(all).toContain('get_patient allowed');
    expect(all).toContain('list_patients allowed');
    const hidden = await actions({ hide_reads: true });
    expect(hidden).toEqual(
      all
        .filter((line) => !/^(get|list)_\w+ allowed$/.test(line))
        .filter((line) => !line.startsWith('export_')),
    );
    expect(hidden).toContain('get_patient refused');
  });

  it('apply to the CSV file', async () => {
    const { content } = await exportAuditEvents(fresh(admin), { hide_reads: true });
    expect(content).toContain('"create_patient"');
    expect(content).not.toContain('"list_patients"');
  });

  it.each([
    ['sign_ins', ['get_patient refused']],
    [
      'configuration',
      [
        'revoke_api_key allowed',
        'create_api_key allowed',
        'create_user allowed',
        'create_organization allowed',
      ],
    ],
    ['deletions', ['revoke_api_key allowed', 'delete_patient allowed']],
  ])('have the preset %s', async (topic, expected) => {
    expect(await actions({ topic })).toEqual(expected);
  });
});
