import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../../server/db/transaction';
import type { Context } from '../../../server/shared/context';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { runMessageAgain } from '../../../server/domain/inbound-messages/run-message-again';
import { listUnmatchedReportsInput } from '../../../server/domain/inbound-reports/contract';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { systemContext } from '../../../server/shared/system-actor';
import { applyInbound } from '../../../server/domain/inbound-reports/filing/apply-inbound';
import { readInbound } from '../../../server/domain/inbound-reports/filing/read-inbound';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { listUnmatchedReports } from '../../../server/domain/inbound-reports/list-unmatched-reports';
import { matchReport } from '../../../server/domain/inbound-reports/match-report';
import { parkReport } from '../../../server/domain/inbound-reports/park-report';
import { rejectReport } from '../../../server/domain/inbound-reports/reject-report';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { er7 } from '../../support/hl7';
import { deliver, laboratory, store, work, type TestLaboratory } from '../../support/intake';
import { codesOf, messagesOf, sendWhole } from '../../support/laboratory';
import { jane, msh, obr, obx, openLaboratory, order, org, person, pid } from './inbound-support';

/** MSH-11 other than P: what each setting of a connection does with it. */

let trial: TestLaboratory;
let clinician: Context;
beforeAll(async () => {
  await openLaboratory();
  trial = await laboratory(org, { name: 'Trial', processing_policy: 'go_live' });
  clinician = await personContext(org, 'clinician');
});

const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
const marked = (id: string) => msh().replace(/\|P\|2\.5\.1$/, `|${id}|2.5.1`);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n').toString('base64');
const critical = (id: string, filler: string, placer = '') => [
  marked(id),
  pid(),
  obr({ filler, placer }),
  'OBX|1|NM|K^Potassium^L||6.9|mmol/L|3.5-5.1|HH|||F',
  obx(`^application^pdf^Base64^${PDF}`, { type: 'ED', code: 'PDF^Report^L', unit: '' }),
];

/** Counts of everything that filing a report creates. */
async function traces(): Promise<Record<string, unknown>> {
  const [row] = await asSuperuser<Record<string, unknown>>(
    `SELECT (SELECT count(*)::int FROM lab_results WHERE org_id = $1) AS results,
            (SELECT count(*)::int FROM lab_observations WHERE org_id = $1) AS lines,
            (SELECT count(*)::int FROM documents WHERE org_id = $1) AS documents,
            (SELECT count(*)::int FROM events WHERE org_id = $1) AS events,
            (SELECT count(*)::int FROM review_entries WHERE org_id = $1) AS reviews,
            (SELECT json_agg(status ORDER BY id) FROM lab_orders WHERE org_id = $1) AS orders`,
    [org.orgId],
  );
  return row!;
}

describe('test message during go-live', () => {
  it.each(['D', 'T^T'])('with MSH-11 %s is accepted, compared and not filed', async (id) => {
    const placed = await order('GLU');
    const before = await traces();
    const done = await deliver(trial, ...critical(id, `TEST-${id}`, placed.order_number));
    expect(done).toMatchObject({
      state: 'test',
      reports: [
        {
          state: 'test',
          isTest: true,
          patientId: null,
          orderId: null,
          resultId: null,
          outcome: null,
          why: { candidate: readId('patient', jane.id), problem: null, found_by: 'placer_number' },
        },
      ],
    });
    expect(await traces()).toEqual(before);
    const admin = await personContext(org, 'admin');
    const shown = { id: showId('inbound_message', done.id) };
    expect(await getInboundMessage(admin, shown)).toMatchObject({
      state: 'test',
      ack_code: 'AA',
      processing_id: id.charAt(0),
      may_run_again: true,
      reports: [{ state: 'test', patient_id: null, why: { candidate_id: jane.id } }],
    });
    const codes = (await messagesOf(trial)).at(-1)!.warnings.map(({ code }) => code);
    expect(codes).toContain('test_message');
    await runMessageAgain(fresh(admin), shown);
    expect((await work(trial, done.id)).state).toBe('test');
    expect(await traces()).toEqual(before);
  });

  it('cannot be filed: not by a user, not by the operation, not in the database', async () => {
    const { id: messageId, reports } = await deliver(trial, ...critical('T', 'BY-HAND'));
    const id = showId('inbound_report', reports[0]!.id);
    const before = await traces();
    await expect(matchReport(fresh(clinician), { id, patient_id: jane.id })).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(/test messages cannot be filed/),
    });
    for (const put of [parkReport, rejectReport])
      await expect(put(fresh(clinician), { id, reason: 'x' })).rejects.toMatchObject({
        code: 'invalid_state',
      });
    await expect(getUnmatchedReport(fresh(clinician), { id, with: [] })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const view of ['open', 'parked', 'rejected'] as const) {
      const { data } = await listUnmatchedReports(
        fresh(clinician),
        listUnmatchedReportsInput.parse({ view, limit: 100 }),
      );
      expect(data.map((report) => report.id)).not.toContain(id);
    }
    const system = systemContext(org.orgId, 'system');
    const apply = withTenant(org.orgId, async (tx) => {
      const { source, normal } = await readInbound(tx, system, messageId);
      const patientId = readId('patient', jane.id)!;
      const place = { patientId, addressedPatientId: null, orderId: null, key: 'x', providerId: null };
      return applyInbound(tx, system, source, normal.reports[0]!, place, []);
    });
    await expect(apply).rejects.toThrow('A report of a test message cannot be filed.');
    for (const change of [
      `state = 'filed'`,
      `state = 'unmatched'`,
      `patient_id = '${readId('patient', jane.id)}'`,
    ])
      await expect(
        asSuperuser(`UPDATE inbound_reports SET ${change} WHERE id = $1`, [reports[0]!.id]),
      ).rejects.toThrow(/inbound_reports_test_is_not_filed/);
    expect(await traces()).toEqual(before);
  });

  it('leaves production messages unchanged, also later ones of the same report', async () => {
    await deliver(trial, ...critical('T', 'LIVE'));
    expect(await deliver(trial, ...critical('P', 'LIVE'))).toMatchObject({
      state: 'processed',
      reports: [{ state: 'filed', isTest: false, outcome: 'created' }],
    });
  });

  it('does not make the same bytes a repetition when sent as production', async () => {
    const bytes = er7(...critical('T^T', 'AFTER'));
    expect((await work(trial, await store(trial, bytes))).state).toBe('test');
    expect((await sendWhole(trial, bytes)).stored.state).toBe('duplicate');
    await updateLabConnection(fresh(org.ctx), { id: trial.id, processing_policy: 'sender_errors' });
    const later = await store(trial, bytes);
    expect(await work(trial, later)).toMatchObject({ state: 'processed', reports: [{ outcome: 'created' }] });
    expect((await sendWhole(trial, bytes)).stored.state).toBe('duplicate');
    await updateLabConnection(fresh(org.ctx), { id: trial.id, processing_policy: 'go_live' });
  });
});

it('processes sender errors as production where the connection is set so, with a warning', async () => {
  const lenient = await laboratory(org, { name: 'Lenient', processing_policy: 'sender_errors' });
  for (const id of ['N', '1', 'T^T', 'p', 'PROD']) {
    expect(await deliver(lenient, ...critical(id, `ERR-${id}`))).toMatchObject({
      reports: [{ state: 'filed' }],
    });
    expect((await messagesOf(lenient)).at(-1)!.warnings).toContainEqual(
      expect.objectContaining({ code: 'processing_id_corrected', place: 'MSH[1]-11' }),
    );
  }
  for (const id of ['T', 'D', 'X', 'T^A', 'N^T'])
    expect(codesOf(await sendWhole(lenient, er7(...critical(id, 'NO'))))).toBe('AR');
});

it('a sandbox files test messages whatever the setting', async () => {
  const sandbox = await testOrg({ sandboxOf: org.slug });
  await createPatient(sandbox.ctx, person({ mrn: pid().split('|')[3]!.split('^')[0]! }));
  const there = await laboratory(sandbox, { processing_policy: 'go_live' });
  expect(await deliver(there, ...critical('T', 'SANDBOX'))).toMatchObject({
    reports: [{ state: 'filed', isTest: false }],
  });
});
