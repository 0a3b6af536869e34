import { beforeAll, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { listLabProvidersInput } from '../../../server/domain/lab-providers/contract';
import { listLabProviders } from '../../../server/domain/lab-providers/list-lab-providers';
import { mapLabProvider } from '../../../server/domain/lab-providers/map-lab-provider';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { matchReport } from '../../../server/domain/inbound-reports/match-report';
import { asSuperuser, auditRows } from '../../support/database';
import { deliver, laboratory, work, type TestLaboratory } from '../../support/intake';
import { idOf } from '../../support/members';
import { jane, msh, obr, obx, openLaboratory, order, org, pid, resultOf, type Obr } from './inbound-support';
import { members } from './reviews-support';

/** The assignee of a report by its ordering provider (OBR-16). */

let admin: Context;
let doctor: Context;
let other: Context;
let viewer: Context;
beforeAll(async () => {
  await openLaboratory();
  [admin, doctor, other, viewer] = await members(org, 'admin', 'clinician', 'clinician', 'viewer');
});
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });

let number = 0;
const report = (lab: TestLaboratory, orderer: string, extra: Obr = {}, patient = pid()) =>
  deliver(lab, msh(), patient, obr({ filler: `P-${++number}`, orderer, ...extra }), obx('90'));
const reviewer = async (id: string) =>
  (
    await asSuperuser<{ reviewer_id: string | null }>('SELECT reviewer_id FROM lab_results WHERE id = $1', [
      readId('lab_result', id),
    ])
  )[0]!.reviewer_id;
const waitsFor = async (done: Awaited<ReturnType<typeof report>>) => {
  const id = await reviewer((await resultOf(done)).id);
  return id && showId('user', id);
};
const providers = async (lab: TestLaboratory, state = 'unmapped') =>
  (
    await listLabProviders(
      fresh(admin),
      listLabProvidersInput.parse({ state, connection_id: lab.labId, limit: 100 }),
    )
  ).data;

it('lists a provider number with its count; when mapped, pending and future reports get that assignee', async () => {
  const lab = await laboratory(org);
  const first = await report(lab, '  D-007 ^Okafor^Ada');
  await work(lab, first.id);
  const second = await report(lab, 'D-007^Okafor^Ada');
  await report(lab, 'D-008^Berg^Nils');
  const elsewhere = await report(await laboratory(org), 'D-007^Okafor^Ada');
  const listed = await providers(lab);
  expect(listed.map(({ number: of, name, count }) => [of, name, count])).toEqual([
    ['D-008', 'Berg, Nils', 1],
    ['D-007', 'Okafor, Ada', 2],
  ]);
  expect(await waitsFor(first)).toBeNull();
  const ctx = fresh(admin);
  const mapped = await mapLabProvider(ctx, { id: listed[1]!.id, user_id: idOf(doctor) });
  expect(mapped).toMatchObject({ person: { id: idOf(doctor) }, reports_assigned: 2 });
  expect(await waitsFor(first)).toBe(idOf(doctor));
  expect(await waitsFor(second)).toBe(idOf(doctor));
  expect(await waitsFor(elsewhere)).toBeNull();
  expect((await auditRows(ctx.requestId))[0]).toMatchObject({
    action: 'map_lab_provider',
    patient_ids: [readId('patient', jane.id)],
  });
  expect(await waitsFor(await report(lab, 'D-007^Okafor^Ada'))).toBe(idOf(doctor));
  expect(await waitsFor(await report(lab, 'D-009^New^One'))).toBeNull();
  // Existing assignments stay.
  await mapLabProvider(fresh(admin), { id: listed[1]!.id, user_id: idOf(other) });
  expect(await waitsFor(first)).toBe(idOf(doctor));
  expect((await providers(lab, 'mapped')).map(({ person }) => person?.id)).toEqual([idOf(other)]);
  // No user here: it is not listed again.
  await mapLabProvider(fresh(admin), { id: listed[0]!.id, user_id: null });
  expect((await providers(lab)).map(({ number: of }) => of)).toEqual(['D-009']);
});

it('prefers the ordering user over the provider number over the primary clinician', async () => {
  const lab = await laboratory(org);
  await report(lab, 'N-1^Okafor^Ada');
  const [listed] = await providers(lab);
  await mapLabProvider(fresh(admin), { id: listed!.id, user_id: idOf(doctor) });
  const own = await order('GLU');
  await asSuperuser('UPDATE lab_orders SET ordering_user_id = $2 WHERE id = $1', [
    readId('lab_order', own.id),
    other.actor.id,
  ]);
  expect(await waitsFor(await report(lab, 'N-1^Okafor^Ada', { placer: own.order_number }))).toBe(idOf(other));
  await updatePatient(org.ctx, { id: jane.id, primary_clinician_id: idOf(other) });
  expect(await waitsFor(await report(lab, 'N-1^Okafor^Ada'))).toBe(idOf(doctor));
  expect(await waitsFor(await report(lab, 'N-2^Someone^Else'))).toBe(idOf(other));
  await updatePatient(org.ctx, { id: jane.id, primary_clinician_id: null });
});

it('assigns a manually matched report to its provider; one number of two laboratories is two people', async () => {
  const lab = await laboratory(org);
  await report(lab, 'M-1^Okafor^Ada');
  await mapLabProvider(fresh(admin), { id: (await providers(lab))[0]!.id, user_id: idOf(doctor) });
  const unmatched = await report(lab, 'M-1^Okafor^Ada', {}, pid({ mrn: 'NOT-HERS^^^CLINIC^MR' }));
  const { result_id: id } = await matchReport(fresh(doctor), {
    id: showId('inbound_report', unmatched.reports[0]!.id),
    patient_id: jane.id,
    reason: 'Called them.',
  });
  expect(await reviewer(id!)).toBe(doctor.actor.id);
  // Counted once, on arrival.
  expect((await providers(lab, 'all'))[0]!.count).toBe(2);
  expect(await waitsFor(await report(await laboratory(org), 'M-1^Okafor^Ada'))).toBeNull();
});

it('accepts only users who may sign, from administrators only', async () => {
  const lab = await laboratory(org);
  await report(lab, 'V-1^Okafor^Ada');
  const [listed] = await providers(lab);
  const map = (ctx: Context, user_id: string) => mapLabProvider(fresh(ctx), { id: listed!.id, user_id });
  await expect(map(admin, idOf(viewer))).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(map(doctor, idOf(doctor))).rejects.toMatchObject({ code: 'forbidden' });
  // Without a number nothing is recorded.
  await report(lab, '^Nameless^Ann');
  expect(await providers(lab, 'all')).toHaveLength(1);
});
