import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { formatIn } from '../../../components/format/format';
import { adminOverview } from '../../../server/domain/admin-overview/contract';
import { getAdminOverview } from '../../../server/domain/admin-overview/get-admin-overview';
import { listAuditEntriesInput } from '../../../server/domain/audit-log/contract';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import type { Context } from '../../../server/shared/context';
import { lowestIdAt, newId, newRequestId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';

/** The figures on the start page of the administration. */

let org: TestOrg;
let admin: Context;
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
const read = async () => adminOverview.parse(await getAdminOverview(fresh(admin)));

beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
});

describe('overview of the administration', () => {
  it('counts what is of the organization, and only that', async () => {
    const before = await read();
    expect(before).toMatchObject({
      applications: 0,
      sandboxes: 0,
      single_sign_on: 'off',
      deleted_patients: 0,
      denied: 0,
      security_events: 0,
    });
    const patient = await createPatient(
      fresh(admin),
      createPatientInput.parse({
        name: { family: 'Counted', given: ['Ada'] },
        birth_date: '1950-01-02',
        sex: 'female',
      }),
    );
    await deletePatient(fresh(admin), { id: patient.id });
    await expect(createCaller(fresh(admin)).patients.getPatient({ id: patient.id })).rejects.toThrow();
    // What is not found and invalid input are not counted.
    await expect(
      createCaller(fresh(admin)).organizations.updateOrganizationSettings({ critical_minutes: 0 }),
    ).rejects.toMatchObject({ cause: { code: 'validation_failed' } });
    // A wrong current password is counted.
    await asSuperuser(
      `insert into audit_events select (jsonb_populate_record(e, jsonb_build_object('id', $2::text, 'action', 'change_password'))).*
       from audit_events e where org_id = $1 and code = 'validation_failed'`,
      [org.orgId, newId()],
    );
    await personContext(org, 'viewer');
    const other = await testOrg({ sandboxOf: org.slug });
    await personContext(other, 'viewer');
    await asSuperuser(
      `insert into security_events (minute, ip, code, transport, count, last_request_id, user_id)
       values (date_trunc('minute', now()), '192.0.2.1', 'sign_in_failed', 'portal', 3, 'req_1', $1)`,
      [admin.actor.id],
    );
    expect(await read()).toEqual({
      ...before,
      members: before.members + 1,
      sandboxes: 1,
      deleted_patients: 1,
      denied: 1,
      security_events: 3,
    });
  });

  it('counts the denied entries of the audit log since yesterday', async () => {
    await asSuperuser("update organizations set time_zone = 'Pacific/Kiritimati' where id = $1", [org.orgId]);
    const format = formatIn('Pacific/Kiritimati');
    const { denied_since: yesterday } = await read();
    const since = format.startOfDay(yesterday)!;
    expect(format.startOfDay(format.dayOf(new Date(Date.now() - 86_400_000).toISOString()))).toBe(since);
    // The first of yesterday, and the last of the day before.
    for (const at of [Date.parse(since), Date.parse(since) - 1])
      await asSuperuser(
        `insert into audit_events select (jsonb_populate_record(e, jsonb_build_object('id', $2::text, 'code', 'forbidden'))).*
         from audit_events e where org_id = $1 and code = 'validation_failed' limit 1`,
        [org.orgId, lowestIdAt(new Date(at))],
      );
    const listed = await listAuditEntries(
      fresh(admin),
      listAuditEntriesInput.parse({ topic: 'denied', since, limit: 100 }),
    );
    const { denied } = await read();
    expect(denied).toBe(2);
    expect(listed.data).toHaveLength(denied);
  });

  it('is for administrators, and recorded', async () => {
    const clinician = await personContext(org, 'clinician');
    await expect(getAdminOverview(fresh(clinician))).rejects.toMatchObject({ code: 'forbidden' });
    const ctx = fresh(admin);
    await getAdminOverview(ctx);
    expect(await auditRows(ctx.requestId)).toMatchObject([{ action: 'get_admin_overview', patient_ids: [] }]);
  });
});
