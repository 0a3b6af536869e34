import { describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { readId, newRequestId } from '../../../server/shared/ids';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listRecentPatients } from '../../../server/domain/patients/list-recent-patients';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../../support/database';

/** The first patients in a user's list: charts opened by this user only. */

const fresh = <C extends Context>(ctx: C): C => ({ ...ctx, requestId: newRequestId() });
const patient = async (org: TestOrg) => {
  const input = { name: { family: 'Opened', given: ['Ada'] }, birth_date: '1950-01-02', sex: 'female' };
  return (await createPatient(fresh(org.ctx), createPatientInput.parse(input))).id;
};
const inPortal = async (org: TestOrg): Promise<Context> => ({
  ...(await personContext(org, 'viewer')),
  transport: 'portal',
});
const recent = async (ctx: Context) => (await listRecentPatients(fresh(ctx))).data.map(({ id }) => id);

/** Moves the time of every opened chart back. */
const earlier = (ctx: Context, interval: string) =>
  asSuperuser('UPDATE recent_patients SET opened_at = opened_at - $1::interval WHERE user_id = $2', [
    interval,
    ctx.actor.id,
  ]);

describe('recently opened patients', () => {
  it('are the last eight of this user in the portal, newest first, each once, audited', async () => {
    const org = await testOrg();
    const me = await inPortal(org);
    const ids: string[] = [];
    for (let nth = 0; nth < 10; nth++) ids.push(await patient(org));
    for (const id of ids) {
      await getPatient(fresh(me), { id });
      await earlier(me, '2 minutes');
    }
    await getPatient(fresh(me), { id: ids[4]! });
    await getPatient(fresh({ ...me, transport: 'v1' }), { id: ids[0]! });
    await getPatient(keyContext(org.orgId), { id: ids[0]! });
    const shown = [ids[4]!, ...[9, 8, 7, 6, 5, 3, 2].map((nth) => ids[nth]!)];
    const asked = fresh(me);
    expect((await listRecentPatients(asked)).data.map(({ id }) => id)).toEqual(shown);
    expect(await auditRows(asked.requestId)).toMatchObject([
      {
        action: 'list_recent_patients',
        kind: 'list',
        patient_ids: shown.map((id) => readId('patient', id)),
      },
    ]);
    expect(await recent(await inPortal(org))).toEqual([]);
    await expect(listRecentPatients(keyContext(org.orgId))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('exclude deleted ones and expire after thirty days', async () => {
    const org = await testOrg();
    const me = await inPortal(org);
    const [kept, deleted, old] = [await patient(org), await patient(org), await patient(org)];
    await getPatient(fresh(me), { id: old });
    await earlier(me, '31 days');
    await getPatient(fresh(me), { id: deleted });
    await getPatient(fresh(me), { id: kept });
    await deletePatient(fresh(org.ctx), { id: deleted });
    expect(await recent(me)).toEqual([kept]);
    const rows = await asSuperuser<{ patient_id: string }>(
      'SELECT patient_id FROM recent_patients WHERE user_id = $1',
      [me.actor.id],
    );
    expect(rows.map(({ patient_id }) => patient_id)).not.toContain(readId('patient', old));
  });
});
