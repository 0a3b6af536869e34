import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { unmergePatients } from '../../../server/domain/patients/unmerge-patients';
import { openRestrictedChart } from '../../../server/domain/restricted-charts/open-restricted-chart';
import { setChartRestriction } from '../../../server/domain/patients/set-chart-restriction';
import { asDomainError } from '../../../server/errors/from-thrown';
import type { Context } from '../../../server/shared/context';
import { newId } from '../../../server/shared/ids';
import type { Role } from '../../../server/data-types/role-codes';
import { ROLE_SCOPES, SCOPES } from '../../../server/shared/scopes';
import { asSuperuser, personContext } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { allProcedures, portalProcedures } from '../../support/portal-procedures';
import { casesOf } from '../isolation/cases';

type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

const LEFT_OUT = [
  // Open a chart.
  'restrictedCharts.openRestrictedChart',
  'restrictedCharts.setChartRestriction',
  // A message of a hospital about a patient of the same name, which belongs to no chart yet.
  'patientUpdates.listPatientUpdates',
  'patientUpdates.createFromPatientUpdate',
];

let things: Furnished;
let marks: string[];

const session = () => ({
  id: newId(),
  signedInAt: new Date(),
  authenticatedAt: new Date(),
  methods: ['password'],
});

beforeAll(async () => {
  things = await furnish('Guarded');
  const { admin, ids, family, mrn, externalId } = things;
  for (const id of [ids.patient, ids.spare])
    await setChartRestriction({ ...admin, session: session() }, { id, restriction: 'vip' });
  await asSuperuser(`UPDATE patients SET restriction = 'vip' WHERE org_id = $1 AND deleted_at IS NOT NULL`, [
    things.org.orgId,
  ]);
  marks = [family, mrn, externalId, 'id-Guarded', '99887766', 'foreign Guarded', '<6.90'];
}, 60_000);

/** What the procedures return to the caller that the charts contain. */
async function leaksTo(ctx: Context, procedures: readonly string[]): Promise<string[]> {
  const caller = createCaller(ctx) as unknown as Caller;
  const leaks: string[] = [];
  for (const path of procedures.filter((name) => !LEFT_OUT.includes(name))) {
    const [router, procedure] = path.split('.') as [string, string];
    for (const input of casesOf(path)({ ...things, ownPatientOfCaller: things.ids.spare })) {
      const output = await caller[router]![procedure]!(input).then(
        (value) => JSON.stringify(value ?? null),
        (error: unknown) => asDomainError(error).code,
      );
      if (output === 'internal_error') leaks.push(`${path} ${JSON.stringify(input)} failed`);
      const mark = marks.find((one) => output.includes(one));
      if (mark) leaks.push(`${path} ${JSON.stringify(input)} returns ${mark}`);
    }
  }
  return leaks;
}

const colleague = async (role: Role): Promise<Context> => ({
  ...(await personContext(things.org, role)),
  transport: 'portal',
  session: session(),
});

describe('restricted charts', () => {
  it('no procedure of the portal shows one, even to an administrator who has not opened it', async () => {
    expect(await leaksTo(await colleague('admin'), Object.keys(portalProcedures))).toEqual([]);
  }, 180_000);

  it('no operation of /v1 shows one to an API key without the scope, or to an application of the user', async () => {
    const scopes = new Set(SCOPES.filter((scope) => scope !== 'patients:restricted'));
    const key: Context = {
      ...things.admin,
      actor: { kind: 'api_key', id: newId(), orgId: things.org.orgId, scopes, role: null },
      transport: 'v1',
    };
    const app: Context = {
      ...things.admin,
      actor: { ...things.admin.actor, app: newId(), scopes: new Set(ROLE_SCOPES.admin) },
      transport: 'v1',
    };
    const operations = Object.keys(allProcedures).filter((path) => allProcedures[path]!._def.meta?.openapi);
    for (const ctx of [key, app]) expect(await leaksTo(ctx, operations)).toEqual([]);
  }, 60_000);

  it('is omitted from lists of patients for a key without the scope', async () => {
    const scopes = new Set(SCOPES.filter((scope) => scope !== 'patients:restricted'));
    const listed = async (actor: Context['actor']) =>
      (
        await createCaller({ ...things.admin, actor, transport: 'v1' }).patients.listPatients({ limit: 100 })
      ).data.map(({ id }) => id);
    const key = { kind: 'api_key', id: newId(), orgId: things.org.orgId, role: null } as const;
    expect(await listed({ ...key, scopes: new Set(SCOPES) })).toContain(things.ids.patient);
    expect(await listed({ ...key, scopes })).not.toContain(things.ids.patient);
  });

  it('is seen by its user for 8 hours after a reason, by no other user, and by a key with the scope', async () => {
    const [one, other] = [await colleague('clinician'), await colleague('clinician')];
    const { patient: id } = things.ids;
    const nameFor = (ctx: Context) =>
      createCaller(ctx)
        .patients.getPatient({ id })
        .then(
          ({ name }) => name.family,
          (error: unknown) => asDomainError(error).code,
        );
    expect(await nameFor(one)).toBe('chart_restricted');
    await openRestrictedChart(one, { id, reason: 'treatment', note: 'On call tonight.' });
    expect(await nameFor(one)).toBe(things.family);
    expect(await nameFor(other)).toBe('chart_restricted');
    const key: Context = {
      ...things.admin,
      actor: { kind: 'api_key', id: newId(), orgId: things.org.orgId, scopes: new Set(SCOPES), role: null },
      transport: 'v1',
    };
    expect(await nameFor(key)).toBe(things.family);
    await asSuperuser(`UPDATE chart_accesses SET expires_at = now() WHERE user_id = $1`, [one.actor.id]);
    expect(await nameFor(one)).toBe('chart_restricted');
  });

  it('stays restricted when it is merged into another record, and both are separate again afterwards', async () => {
    const { admin } = things;
    const create = (family: string) =>
      createPatient(
        admin,
        createPatientInput.parse({ name: { family, given: ['M'] }, birth_date: '1970-01-01', sex: 'male' }),
      );
    const [survivor, merged] = [await create('Open'), await create('Closed')];
    await setChartRestriction(admin, { id: merged.id, restriction: 'staff' });
    const key: Context = {
      ...admin,
      actor: { kind: 'api_key', id: newId(), orgId: things.org.orgId, scopes: new Set(SCOPES), role: null },
      transport: 'v1',
    };
    const input = { id: survivor.id, merged_patient_id: merged.id, reason: 'One person.' };
    expect(await mergePatients(key, input)).toMatchObject({ restricted: true });
    await unmergePatients(key, input);
    const of = async ({ id }: { id: string }) => (await getPatient(key, { id })).restricted;
    expect([await of(survivor), await of(merged)]).toEqual([false, true]);
  });
});
