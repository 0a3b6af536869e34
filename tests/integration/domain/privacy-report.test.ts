import { beforeAll, describe, expect, it } from 'vitest';
import { auditFilter, auditInput, hidesReads } from '../../../components/admin/audit/audit-filter';
import { openedChartsHref } from '../../../components/admin/privacy/opened-charts-href';
import { formatIn } from '../../../components/format/format';
import { exportAuditEventsInput } from '../../../server/domain/audit-log/contract';
import { exportAuditEvents } from '../../../server/domain/audit-log/export-audit-events';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { setChartRestriction } from '../../../server/domain/patients/set-chart-restriction';
import { openRestrictedChart } from '../../../server/domain/restricted-charts/open-restricted-chart';
import { exportPrivacyReport } from '../../../server/domain/privacy-report/export-privacy-report';
import { getPrivacyReport } from '../../../server/domain/privacy-report/get-privacy-report';
import { MANY_CHARTS, type AccessSign } from '../../../server/domain/privacy-report/rules';
import { actorName, type Context } from '../../../server/shared/context';
import { idTime, lowestIdAt, newId, showId } from '../../../server/shared/ids';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';

/** A time zone in which it is the given hour now. */
function zoneAtHour(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24;
  // The sign of these names is the opposite of that of the offset.
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}

let org: TestOrg;
let admin: Context;
/** Their name is "Test clinician". */
let clinician: Context;

const setZone = (zone: string) =>
  asSuperuser('UPDATE organizations SET time_zone = $1 WHERE id = $2', [zone, org.orgId]);
const patient = (family: string, given: string) =>
  createPatientInput.parse({ name: { family, given: [given] }, birth_date: '1970-01-01', sex: 'female' });
const create = (family: string, given: string) => createPatient(admin, patient(family, given));
const signs = async () =>
  (await getPrivacyReport(admin, { days: 7 })).unusual.map(({ sign, user_id, patient, count }) => [
    sign,
    user_id,
    patient?.id ?? count,
  ]);

/** Views of one chart each, at the time of their ID. */
const insertReads = (ids: string[]) =>
  asSuperuser(
    `INSERT INTO audit_events (org_id, id, at, actor, transport, action, kind, outcome, patient_ids, request_id)
     SELECT $1, id, at, $2, 'portal', 'get_patient', 'read', 'allowed', ARRAY[gen_random_uuid()], 'req_1'
     FROM unnest($3::uuid[], $4::timestamptz[]) one (id, at)`,
    [org.orgId, actorName(clinician.actor), ids, ids.map(idTime)],
  );

/** Lines of the audit log that the link of the pattern shows. */
async function linkedEntries(sign: AccessSign) {
  const { unusual } = await getPrivacyReport(admin, { days: 7 });
  const [zone] = await asSuperuser<{ time_zone: string }>(
    'SELECT time_zone FROM organizations WHERE id = $1',
    [org.orgId],
  );
  const format = formatIn(zone!.time_zone);
  const found = unusual.find((one) => one.sign === sign);
  if (!found) return [];
  const { searchParams } = new URL(openedChartsHref(found, format), 'https://portal.invalid');
  const query = auditFilter.read((name) => searchParams.get(name) ?? undefined);
  const filter = exportAuditEventsInput.parse({
    ...auditInput(query, format),
    hide_reads: hidesReads(query),
  });
  const { content } = await exportAuditEvents(admin, filter);
  return content.trim().split('\r\n').slice(1);
}

beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
  clinician = await personContext(org, 'clinician');
  await setZone(zoneAtHour(12));
});

describe('unusual access', () => {
  it('is reported for the name of the user, many charts in one day, and the night of the organization', async () => {
    const user = showId('user', clinician.actor.id!);
    const [own, relative, other] = [
      await create('Clinician', 'Test'),
      await create('Clinician', 'Tessa'),
      await create('Someone', 'Else'),
    ];
    for (const { id } of [own, relative, relative, other]) await getPatient(clinician, { id });
    expect(await signs()).toEqual([
      ['own_chart', user, own.id],
      ['same_family_name', user, relative.id],
    ]);

    await insertReads(Array.from({ length: MANY_CHARTS }, newId));
    expect((await signs()).at(-1)).toEqual(['many_charts', user, MANY_CHARTS + 3]);
    const reads = MANY_CHARTS + 4;
    expect(await linkedEntries('many_charts')).toHaveLength(reads);
    expect(await linkedEntries('at_night')).toEqual([]);

    await setZone(zoneAtHour(2));
    expect((await signs()).at(-1)).toEqual(['at_night', user, MANY_CHARTS + 3]);
    await createPatient(clinician, patient('Written', 'At night'));
    await insertReads([lowestIdAt(new Date(Date.now() + 8 * 3_600_000))]);
    const atNight = await linkedEntries('at_night');
    expect(atNight).toHaveLength(reads);
    expect(atNight.filter((line) => line.includes(user) && line.includes('"get_patient"'))).toHaveLength(
      reads,
    );
    await setZone(zoneAtHour(12));
    expect(await linkedEntries('many_charts')).toHaveLength(reads + 1);
  });

  it('names the patient of a restricted chart by initials, and does not show another organization', async () => {
    const { id } = await create('Clinician', 'Guarded');
    await setChartRestriction(admin, { id, restriction: 'staff' });
    await openRestrictedChart(clinician, { id, reason: 'emergency', note: 'Collapsed.' });
    await getPatient(clinician, { id });
    const { unusual } = await getPrivacyReport(admin, { days: 1 });
    expect(unusual.find(({ patient }) => patient?.id === id)?.patient).toMatchObject({
      name: { family: 'C.', given: ['G.'] },
      birth_date: null,
      mrn: null,
    });
    const auditor = await personContext(org, 'auditor');
    const { content, count } = await exportPrivacyReport(auditor, { days: 1 });
    const lines = content.trim().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(lines[1]).toContain(
      `"Restricted chart opened","Test clinician","${showId('user', clinician.actor.id!)}"`,
    );
    expect(lines[1]).toContain(`"C.","G.","","","${id}","Emergency: Collapsed."`);
    expect(lines.filter((line) => line.includes('same family name') && line.includes(id))).toHaveLength(1);
    expect(content).not.toContain('Guarded');
    const elsewhere = await personContext(await testOrg(), 'admin');
    expect((await exportPrivacyReport(elsewhere, { days: 30 })).count).toBe(0);
    expect((await getPrivacyReport(elsewhere, { days: 30 })).unusual).toEqual([]);
  });
});
