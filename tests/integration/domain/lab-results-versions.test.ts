import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../../server/db/transaction';
import { findResult } from '../../../server/domain/lab-results/access';
import { readNewest } from '../../../server/domain/lab-results/get-lab-result';
import { MISSING_NOTE } from '../../../server/domain/lab-results/merge-line';
import { file, get, line, openLaboratory, org, panel, report, typesOf } from './lab-results-support';

beforeAll(openLaboratory);

describe('later report', () => {
  it('is never mixed with the earlier one in a response', async () => {
    const input = report({ panels: [panel([line({ value_text: '120' })])] });
    const { id } = await file(input);
    const { orgId } = org.ctx.actor;
    const shown = await withTenant(orgId, async (tx) => {
      const found = await findResult(tx, org.ctx, id);
      await file({ ...input, panels: [panel([line({ value_text: '12.0' })])] });
      return readNewest(tx, org.ctx, found);
    });
    expect(shown).toMatchObject({
      version: 2,
      status: 'corrected',
      panels: [{ observations: [{ value_text: '12.0', status: 'corrected' }] }],
    });
  });

  it('keeps every version: preliminary, final, corrected, with line IDs and field changes', async () => {
    const lines = (glucose: string, status: 'preliminary' | 'final') => [
      panel([
        line({ value_text: glucose, status }),
        line({
          code: 'NA',
          name: 'Sodium',
          value_text: '140',
          unit: 'mmol/L',
          reference_range: null,
          status,
        }),
      ]),
    ];
    const input = report({ status: 'preliminary', panels: lines('120', 'preliminary') });
    const { id } = await file(input);
    const preliminary = await get(id);
    expect(await file({ ...input, status: 'final', panels: lines('120', 'final') })).toMatchObject({
      id,
      version: 2,
      status: 'final',
      outcome: 'updated',
    });
    expect(await file({ ...input, status: 'final', panels: lines('12.0', 'final') })).toMatchObject({
      version: 3,
      status: 'corrected',
    });
    const now = await get(id);
    const line0 = preliminary.panels[0]!.observations[0]!;
    expect(now.panels[0]!.observations.map(({ id: own }) => own)).toEqual(
      preliminary.panels[0]!.observations.map(({ id: own }) => own),
    );
    expect(now.panels[0]!.id).toBe(preliminary.panels[0]!.id);
    expect(now.panels[0]!.observations.map(({ status }) => status)).toEqual(['corrected', 'final']);
    expect(now.corrections.map(({ version }) => version)).toEqual([2, 3]);
    expect(now.corrections[1]!.changes).toEqual(
      expect.arrayContaining([
        { observation_id: line0.id, field: 'value_text', from: '120', to: '12.0' },
        { observation_id: line0.id, field: 'interpretation', from: 'H', to: 'L' },
        { observation_id: null, field: 'status', from: 'final', to: 'corrected' },
      ]),
    );
    expect(now.corrections[1]!.changes.some(({ to }) => to === '140')).toBe(false);
    // Old versions stay as they were.
    expect(await get(id, { version: '1' })).toEqual(preliminary);
    expect(await get(id, { version: '2' })).toMatchObject({ version: 2, status: 'final' });
    expect(await get(id, { version: '3' })).toEqual(now);
    await expect(get(id, { version: '4' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await typesOf(id)).toEqual(['lab_result.created', 'lab_result.finalized', 'lab_result.corrected']);
    // A repeated correction changes nothing.
    expect(await file({ ...input, status: 'final', panels: lines('12.0', 'final') })).toMatchObject({
      outcome: 'unchanged',
      version: 3,
    });
  });

  it('shows an old version with its previous value of that time, whatever was corrected since', async () => {
    const own = { code: 'FER', loinc: null, unit: 'ug/L', reference_range: null };
    const first = report({
      collected_at: '2025-01-01T08:00:00.000Z',
      panels: [panel([line({ ...own, value_text: '10' })], { code: 'FER', loinc: null })],
    });
    await file(first);
    const second = (value: string) => ({
      ...input,
      panels: [panel([line({ ...own, value_text: value })], { code: 'FER', loinc: null })],
    });
    const input = report({ collected_at: '2025-02-01T08:00:00.000Z' });
    const { id } = await file(second('20'));
    const before = await get(id);
    const beforeOf = (shown: typeof before) => shown.panels[0]!.observations[0]!.previous?.value_text;
    expect(beforeOf(before)).toBe('10');
    await file(second('21'));
    await file({
      ...first,
      panels: [panel([line({ ...own, value_text: '11' })], { code: 'FER', loinc: null })],
    });
    expect(beforeOf(await get(id))).toBe('11');
    expect(await get(id, { version: '1' })).toEqual(before);
  });

  it('does not replace a final report with a late preliminary', async () => {
    const input = report();
    const { id } = await file(input);
    const late = await file({
      ...input,
      status: 'preliminary',
      panels: [panel([line({ value_text: '999', status: 'preliminary' })])],
    });
    expect(late).toMatchObject({ outcome: 'stale', version: 1 });
    expect((await get(id)).panels[0]!.observations[0]!.value_text).toBe('90');
    expect(await typesOf(id)).toEqual(['lab_result.created', 'lab_result.finalized']);
  });

  it('is not filed when the laboratory made it earlier than ours', async () => {
    const input = report({ reported_at: '2026-03-02T10:00:00.000Z' });
    await file(input);
    const old = { ...input, panels: [panel([line({ value_text: '91' })])] };
    expect(await file({ ...old, reported_at: '2026-03-02T09:59:59.000Z' })).toMatchObject({
      outcome: 'stale',
    });
    // Equal times are in order of arrival.
    expect(await file(old)).toMatchObject({ outcome: 'updated', status: 'corrected' });
  });

  it('keeps and marks a line that a replacement lacks', async () => {
    const input = report({
      panels: [
        panel([line(), line({ code: 'NA', value_text: '140', unit: 'mmol/L', reference_range: null })]),
      ],
    });
    const { id } = await file(input);
    const shorter = { ...input, panels: [panel([line()])] };
    expect(await file(shorter)).toMatchObject({ outcome: 'updated' });
    expect((await get(id)).panels[0]!.observations[1]).toMatchObject({
      code: 'NA',
      value_text: '140',
      notes: [MISSING_NOTE],
    });
    expect(await file(shorter)).toMatchObject({ outcome: 'unchanged' });
  });

  it.each(['deleted', 'wrong', 'cancelled'] as const)(
    'keeps the value of a line that becomes %s, as no longer valid',
    async (status) => {
      const sodium = line({ code: 'NA', value_text: '140', unit: 'mmol/L', flags: ['N'] });
      const input = report({ panels: [panel([line({ value_text: '900', flags: ['HH'] }), sodium])] });
      const { id } = await file(input);
      expect((await get(id)).severity).toBe('critical');
      await file({ ...input, panels: [panel([line({ value_text: null, status }), sodium])] });
      const now = await get(id);
      expect(now).toMatchObject({ version: 2, status: 'corrected', severity: 'normal' });
      expect(now.panels[0]!.observations[0]).toMatchObject({ status, value_text: '900' });
    },
  );

  it('separates equal codes by position and panels by code', async () => {
    const twice = [
      line({ value_text: '1' }),
      line({ value_text: '2' }),
      line({ value_text: '3', sub_id: '1' }),
    ];
    const input = report({
      status: 'preliminary',
      panels: [panel(twice), panel([line({ value_text: '4' })], { code: 'OTHER' })],
    });
    const { id } = await file(input);
    const before = (await get(id)).panels.flatMap((own) => own.observations);
    expect(before.map(({ value_text }) => value_text)).toEqual(['1', '2', '3', '4']);
    await file({
      ...input,
      status: 'final',
      panels: [panel(twice), panel([line({ value_text: '5' })], { code: 'OTHER' })],
    });
    const after = (await get(id)).panels.flatMap((own) => own.observations);
    expect(after.map(({ id: own }) => own)).toEqual(before.map(({ id: own }) => own));
    expect(after.map(({ value_text }) => value_text)).toEqual(['1', '2', '3', '5']);
  });

  it('adds a panel under the same number, and is partial until all are final', async () => {
    const input = report({ status: 'partial', pending_tests: ['TSH'] });
    const { id } = await file(input);
    expect(await get(id)).toMatchObject({ status: 'partial', pending_tests: ['TSH'] });
    await file({
      ...input,
      status: 'final',
      pending_tests: undefined,
      panels: [
        panel([line({ code: 'TSH', value_text: '2', unit: 'm[IU]/L', reference_range: null })], {
          code: 'TSH',
          loinc: '11580-8',
        }),
      ],
    });
    const now = await get(id);
    expect(now).toMatchObject({ status: 'final', pending_tests: [], version: 2 });
    expect(now.panels.map(({ code }) => code)).toEqual(['BMP', 'TSH']);
    expect(await typesOf(id)).toEqual(['lab_result.created', 'lab_result.finalized']);
  });
});
