import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { labResults } from '../../../server/db/schema/index';
import { withTenant } from '../../../server/db/transaction';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { labResultList, listLabResultsInput } from '../../../server/domain/lab-results/contract';
import { listLabResults } from '../../../server/domain/lab-results/list-lab-results';
import { LINE_COUNT, readReports } from '../../../server/domain/lab-results/read-reports';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { readId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, keyContext, personContext } from '../../support/database';
import { file, fresh, get, line, openLaboratory, org, panel, person, report } from './lab-results-support';
import { nightly } from '../../support/test-size';

beforeAll(openLaboratory);

const newPatient = async () => (await createPatient(org.ctx, person())).id;
const list = (query: object, ctx = org.ctx) => listLabResults(fresh(ctx), listLabResultsInput.parse(query));
const idsOf = async (query: object) => (await list({ limit: 100, ...query })).data.map(({ id }) => id);

describe('listLabResults', () => {
  it('returns each report as getLabResult does, with and without an order, and records its patients', async () => {
    const [one, two] = [await newPatient(), await newPatient()];
    await file(report({ patient_id: one, collected_at: '2026-01-01T08:00:00.000Z' }));
    const lines = [line({ value_text: '120' }), line({ code: 'K', loinc: null, value_text: '4.1' })];
    await file(report({ patient_id: one, panels: [panel(lines), panel([], { code: 'NONE' })] }));
    await file(report({ patient_id: two, historical: true, panels: [] }));
    const ctx = keyContext(org.orgId, ['labs:read']);
    const page = await listLabResults(ctx, listLabResultsInput.parse({ limit: 3 }));
    expect(labResultList.parse(page)).toEqual(page);
    const single = [];
    for (const { id } of page.data) single.push(await get(id));
    expect(page.data).toEqual(single);
    expect(page.data[1]!.panels[0]!.observations[0]!.previous?.value_text).toBe('90');
    expect(page.data.map(({ patient_id }) => patient_id)).toEqual([two, one, one]);
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({ action: 'list_lab_results', kind: 'list', detail: { count: 3 } });
    expect([...(row!.patient_ids as string[])].sort()).toEqual(
      [one, two].map((id) => readId('patient', id)).sort(),
    );
  });

  it('hides reports that were moved to another patient, and those of deleted patients', async () => {
    const [wrong, right] = [await newPatient(), await newPatient()];
    const { id } = await file(report({ patient_id: wrong }));
    await rematchLabResult(fresh(await personContext(org, 'admin')), {
      id,
      patient_id: right,
      reason: 'Wrong patient.',
    });
    const program = keyContext(org.orgId, ['labs:read']);
    expect((await list({ patient_id: wrong }, program)).data).toEqual([]);
    const moved = await idsOf({ patient_id: right });
    expect(moved).toHaveLength(1);
    expect(moved).not.toContain(id);
    await deletePatient(org.ctx, { id: right });
    expect(await idsOf({ patient_id: right })).toEqual([]);
    expect(await idsOf({})).not.toContain(moved[0]);
  });

  it('finds a date of collection that can be in the range, and no report without one', async () => {
    const patient_id = await newPatient();
    const at = async (collected_at: string | null, collected_at_precision: 'day' | 'minute' | null) =>
      (await file(report({ patient_id, collected_at, collected_at_precision }))).id;
    const early = await at('2026-03-04T21:59:00.000Z', 'minute');
    const day = await at('2026-03-05T00:00:00.000Z', 'day');
    const late = await at('2026-03-05T20:00:00.000Z', 'minute');
    await at(null, null);
    const found = (query: object) => idsOf({ patient_id, sort: 'collected_at', ...query });
    // The 5th is over everywhere at 12:00 UTC of the 6th, and starts at 10:00 UTC of the 4th.
    expect(await found({ collected_since: '2026-03-06T11:00:00Z' })).toEqual([day]);
    expect(await found({ collected_since: '2026-03-06T13:00:00Z' })).toEqual([]);
    expect(await found({ collected_until: '2026-03-04T10:30:00Z' })).toEqual([day]);
    expect(await found({ collected_until: '2026-03-04T09:30:00Z' })).toEqual([]);
    const whole = { collected_since: '2026-03-05T00:00:00+02:00', collected_until: '2026-03-05T22:00:00Z' };
    expect(await found(whole)).toEqual([day, late]);
    expect(await found({ collected_until: whole.collected_until })).toEqual([early, day, late]);
  });

  it('ends a page early whose reports have many lines, and loses none', nightly, async () => {
    const patient_id = await newPatient();
    const made: string[] = [];
    for (const lines of [3_000, 2_500, 6_000, 1, 0]) {
      const { id } = await file(report({ patient_id, panels: lines === 0 ? [] : [panel([line()])] }));
      made.unshift(id);
      await asSuperuser(
        `INSERT INTO lab_observations (org_id, id, result_id, patient_id, panel_id, position, code, name, value_type, value_text, severity, status)
         SELECT org_id, uuidv7(), result_id, patient_id, panel_id, n, 'N' || n, 'Number', 'text', n, 'normal', 'final'
         FROM lab_observations, generate_series(1, $2::int) n WHERE result_id = $1`,
        [readId('lab_result', id), lines - 1],
      );
    }
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ patient_id, ...(cursor ? { cursor } : {}) });
      pages.push(page.data.map(({ id }) => id));
      for (const result of page.data)
        for (const { observations } of result.panels)
          expect(observations.map(({ code }) => code)).toEqual(
            observations.map((_, position) => (position === 0 ? 'GLU' : `N${position}`)),
          );
      const counts = page.data.map(({ panels }) => panels.flatMap((one) => one.observations).length);
      if (pages.length === 2) expect(counts).toEqual([6_000]);
      expect(page.has_more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
    } while (cursor);
    const [none, one, large, middle, first] = made;
    expect(pages).toEqual([[none, one], [large], [middle], [first]]);
  });

  it('never mixes a report with the lines of its correction', async () => {
    const patient_id = await newPatient();
    const input = report({ patient_id, panels: [panel([line({ value_text: '120' })])] });
    const { id } = await file(input);
    const { orgId } = org.ctx.actor;
    let reads = 0;
    const { results } = await withTenant(orgId, (tx) =>
      readReports(tx, org.ctx, 10, async () => {
        const found = await tx
          .select({ row: labResults, lines: LINE_COUNT })
          .from(labResults)
          .where(and(eq(labResults.orgId, orgId), eq(labResults.id, readId('lab_result', id)!)));
        if (++reads === 1) await file({ ...input, panels: [panel([line({ value_text: '12.0' })])] });
        return found;
      }),
    );
    expect([...results.values()]).toMatchObject([
      { version: 2, status: 'corrected', panels: [{ observations: [{ value_text: '12.0' }] }] },
    ]);
  });
});
