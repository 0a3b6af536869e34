import { expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { listInboxInput, listSignedResultsInput } from '../../../server/domain/reviews/contract';
import { listInbox } from '../../../server/domain/reviews/list-inbox';
import { listSignedResults } from '../../../server/domain/reviews/list-signed-results';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { withdrawSignature } from '../../../server/domain/reviews/withdraw-signature';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { asSuperuser, auditRows } from '../../support/database';
import { line, panel, person } from './lab-results-support';
import { again, CRITICAL, HIGH, NORMAL, openClinic, report, type Clinic } from './reviews-support';

/** What the inbox shows of its reports, and which reports have left it. */

const asked = async (clinic: Clinic, query: object) => {
  const { data, matching, counts, mark } = await listInbox(
    again(clinic.doctor),
    listInboxInput.parse({ limit: 100, ...query }),
  );
  return { ids: data.map(({ id }) => id), matching, all: counts.mine, mark };
};

it('inbox filters by kind and age, and returns filtered and total counts', async () => {
  const clinic = await openClinic();
  const critical = (await report(clinic, CRITICAL)).id;
  const high = (await report(clinic, HIGH)).id;
  const old = (await report(clinic, NORMAL)).id;
  await asSuperuser(`UPDATE lab_results SET issued_at = now() - interval '4 days' WHERE id = $1`, [
    readId('lab_result', old),
  ]);
  const everything = await asked(clinic, {});
  expect(everything).toMatchObject({ ids: [critical, high, old], matching: 3, all: 3 });
  expect(await asked(clinic, { kind: 'abnormal' })).toMatchObject({ ids: [high], matching: 1, all: 3 });
  expect(await asked(clinic, { age: 'over_3' })).toMatchObject({ ids: [old], matching: 1, all: 3 });
  expect((await asked(clinic, { age: 'over_7' })).ids).toEqual([]);
  expect((await asked(clinic, { age: 'up_to_1' })).ids).toEqual([critical, high]);
  expect((await asked(clinic, { age: 'up_to_1', kind: 'normal' })).ids).toEqual([]);
  // The change marker covers the whole scope, including what the filter hides.
  expect((await asked(clinic, { kind: 'normal' })).mark).toBe(everything.mark);
});

it('inbox counts each kind, and returns critical reports whatever the filter and the page', async () => {
  const clinic = await openClinic();
  const criticals: string[] = [];
  // The most overdue first, whenever it was collected.
  for (const day of [1, 2, 3, 4])
    criticals.push((await report(clinic, CRITICAL, { collected_at: `2026-03-0${day}T08:00:00.000Z` })).id);
  await report(clinic, HIGH);
  const normal = (await report(clinic, NORMAL)).id;
  await asSuperuser(`UPDATE lab_results SET issued_at = now() - interval '4 days' WHERE id = $1`, [
    readId('lab_result', normal),
  ]);
  const all = { critical: 4, corrected: 0, abnormal: 1, unclassified: 0, normal: 1, partial: 0 };
  const look = async (query: object = {}, ctx = again(clinic.doctor)) => {
    const { data, pinned, kinds, critical, next_cursor } = await listInbox(ctx, listInboxInput.parse(query));
    return {
      ids: data.map(({ id }) => id),
      pinned: pinned.map(({ id }) => id),
      kinds,
      critical,
      next: next_cursor,
    };
  };
  const pinned = criticals.slice(0, 3);
  expect(await look()).toMatchObject({ pinned, kinds: all });
  const filtered = again(clinic.doctor);
  expect(await look({ kind: 'normal' }, filtered)).toMatchObject({ ids: [normal], pinned, kinds: all });
  expect((await auditRows(filtered.requestId))[0]!.patient_ids).toEqual([readId('patient', clinic.patient)]);
  expect(await look({ age: 'over_3' })).toMatchObject({
    ids: [normal],
    pinned,
    critical: 4,
    kinds: { ...all, critical: 0, abnormal: 0 },
  });
  const pages: string[][] = [];
  for (let next: string | null | undefined; next !== null;) {
    const page = await look({ limit: 2, ...(next ? { cursor: next } : {}) });
    pages.push(page.ids);
    next = page.next;
  }
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
  expect(pages.flat().slice(0, 4)).toEqual(criticals);
  const first = await look({ limit: 5 });
  expect(await look({ limit: 5, cursor: first.next! })).toMatchObject({ ids: [normal], pinned });
  expect(await look({ scope: 'unassigned' })).toMatchObject({ ids: [], pinned: [] });
});

it('inbox returns the lines of a report that can be signed with others, and of no other', async () => {
  const clinic = await openClinic();
  await report(clinic, HIGH);
  await report(clinic, NORMAL);
  const { data } = await listInbox(again(clinic.doctor), listInboxInput.parse({}));
  expect(data.map(({ lines }) => lines)).toEqual([
    [],
    [{ name: 'Glucose', value_text: '90', unit: 'mg/dL' }],
  ]);
});

it('lists the user’s signatures, newest first, with their current state', async () => {
  const clinic = await openClinic();
  const filler_order_number = 'S-1';
  const signed: string[] = [];
  for (const extra of [{}, {}, { filler_order_number }, {}]) {
    const { id } = await report(clinic, HIGH, extra);
    await signLabResult(again(clinic.doctor), { id, version: 1, note: 'Read' });
    signed.push(id);
  }
  const [moved, withdrawn, corrected, plain] = signed;
  const other = await createPatient(clinic.org.ctx, person({ mrn: 'S-OTHER' }));
  await rematchLabResult(again(clinic.admin), { id: moved!, patient_id: other.id, reason: 'x' });
  await withdrawSignature(again(clinic.doctor), { id: withdrawn!, version: 1, reason: 'x' });
  const next = { filler_order_number, reported_at: '2026-03-02T08:00:00.000Z' };
  await report(clinic, { ...HIGH, value_text: '140' }, next);
  const list = (query: object = {}, who = clinic.doctor) =>
    listSignedResults(again(who), listSignedResultsInput.parse(query));
  const shown = async (query: object = {}) =>
    (await list(query)).data.map(({ state, report: one, note }) => [one?.id ?? null, state, note]);
  expect(await shown()).toEqual([
    [plain, 'stands', 'Read'],
    [corrected, 'newer_version', 'Read'],
    [withdrawn, 'ended', 'Read'],
    // The former chart no longer contains it.
    [null, 'ended', null],
  ]);
  expect((await list({}, clinic.colleague)).data).toEqual([]);
  await expect(list({}, clinic.viewer)).rejects.toMatchObject({ code: 'forbidden' });
  // With paging, and limited to one day.
  const first = await list({ limit: 3 });
  expect((await list({ limit: 3, cursor: first.next_cursor! })).data).toHaveLength(1);
  expect(await shown({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  // A deleted patient is hidden here too.
  await deletePatient(clinic.org.ctx, { id: clinic.patient });
  const ctx = again(clinic.doctor);
  const gone = await listSignedResults(ctx, listSignedResultsInput.parse({}));
  expect(gone.data.map(({ report: one }) => one)).toEqual([null, null, null, null]);
  expect((await auditRows(ctx.requestId))[0]!.patient_ids).toEqual([]);
});

it('inbox shows up to three abnormal values, critical ones first, each with its previous value', async () => {
  const clinic = await openClinic();
  const sodium = { code: 'NA', loinc: '2951-2', name: 'Sodium', unit: 'mmol/L' };
  const chloride = { code: 'CL', loinc: '2075-0', name: 'Chloride', unit: 'mmol/L' };
  const bun = { code: 'BUN', loinc: '3094-0', name: 'Urea nitrogen' };
  await report(clinic, NORMAL, { collected_at: '2026-02-01T08:00:00.000Z' });
  const { id } = await report(clinic, NORMAL, {
    panels: [
      panel([
        line({ ...sodium, value_text: '140', flags: ['N'] }),
        line({ ...chloride, value_text: '90', flags: ['L'] }),
        line({ ...bun, value_text: '<2', flags: ['L'] }),
        line({ code: 'CREA', loinc: '2160-0', name: 'Creatinine', value_text: '9', flags: ['H'] }),
        line(CRITICAL),
      ]),
    ],
  });
  const list = await listInbox(again(clinic.doctor), listInboxInput.parse({}));
  const values = list.data.map((item) => [
    item.id,
    item.values.map((value) => [value.name, value.value_text, value.interpretation, value.previous]),
  ]);
  expect(values[0]).toEqual([
    id,
    [
      ['Glucose', '30', 'LL', '90'],
      ['Chloride', '90', 'L', null],
      ['Urea nitrogen', '<2', 'L', null],
    ],
  ]);
  expect(values[1]![1]).toEqual([]);
});

it('inbox shows the value of a corrected report that has no flag', async () => {
  const clinic = await openClinic();
  const number = { filler_order_number: 'W-1' };
  await report(clinic, CRITICAL, number);
  const value = { value_text: '86', flags: [], reference_range: null };
  const panels = [panel([line({ ...value, status: 'corrected' })])];
  await report(
    clinic,
    {},
    { ...number, panels, status: 'corrected', reported_at: '2026-03-02T08:00:00.000Z' },
  );
  await report(clinic, value);
  const { data } = await listInbox(again(clinic.doctor), listInboxInput.parse({}));
  expect(
    data.map(({ status, group, values }) => [status, group, values.map((one) => one.value_text)]),
  ).toEqual(
    expect.arrayContaining([
      ['corrected', 'unclassified', ['86']],
      ['final', 'unclassified', []],
    ]),
  );
});
