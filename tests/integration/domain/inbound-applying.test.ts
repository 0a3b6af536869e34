import { beforeAll, describe, expect, it } from 'vitest';
import { MISSING_NOTE } from '../../../server/domain/lab-results/merge-line';
import { UNCLEAR_NOTE } from '../../../server/domain/lab-results/pair-lines';
import { NOT_ORDERED_NOTE } from '../../../server/domain/lab-results/match-ordered-tests';
import { asSuperuser } from '../../support/database';
import { deliver, laboratory, store, work } from '../../support/intake';
import { er7 } from '../../support/hl7';
import {
  lab,
  msh,
  obr,
  obx,
  openLaboratory,
  order,
  org,
  pid,
  readOrder,
  readResult,
  report,
  resultOf,
  values,
} from './inbound-support';
import { nightly } from '../../support/test-size';

beforeAll(() => openLaboratory());

const SODIUM = { code: 'NA^Sodium^L', unit: 'mmol/L' };
const typesOf = async (id: string) =>
  (
    await asSuperuser<{ type: string }>(
      'SELECT type FROM events WHERE org_id = $1 AND body LIKE $2 ORDER BY sequence',
      [org.orgId, `%"id":"${id}"%`],
    )
  ).map(({ type }) => type);

describe('report versions', () => {
  it('go from preliminary to final to corrected, each stored with its event', async () => {
    const { send } = report();
    const { result: first } = await send([obx('90', { status: 'P' })], { status: 'P' });
    expect(first).toMatchObject({ status: 'preliminary', version: 1 });
    const { result: final } = await send([obx('90')]);
    expect(final).toMatchObject({ id: first.id, status: 'final', version: 2 });
    const { result: corrected } = await send([obx('95', { status: 'C' })], { status: 'C' });
    expect(corrected).toMatchObject({ status: 'corrected', version: 3 });
    expect(corrected.corrections.at(-1)!.changes).toContainEqual({
      observation_id: first.panels[0]!.observations[0]!.id,
      field: 'value_text',
      from: '90',
      to: '95',
    });
    expect(values(await readResult(first.id, 2))).toEqual(['90']);
    expect(await typesOf(first.id)).toEqual([
      'lab_result.created',
      'lab_result.finalized',
      'lab_result.corrected',
    ]);
  });

  it('are not replaced by a late preliminary, whatever its time', async () => {
    const { send } = report();
    const { result } = await send([obx('90')]);
    const late = await send([obx('12', { status: 'P' })], { status: 'P', reported: '20260106140000' });
    expect(late).toMatchObject({ outcome: 'stale', result: { version: 1, status: 'final' } });
    expect(values(late.result)).toEqual(['90']);
    expect(await typesOf(result.id)).toEqual(['lab_result.created', 'lab_result.finalized']);
  });

  it('accept a correction although its panel is marked preliminary', async () => {
    const { send } = report();
    await send([obx('90'), obx('140', SODIUM)]);
    const { result } = await send([obx('95', { status: 'C' }), obx('1', { ...SODIUM, status: 'P' })], {
      status: 'P',
    });
    expect(result).toMatchObject({ version: 2, status: 'corrected' });
    expect(values(result)).toEqual(['95', '140']);
  });

  it('follow the order in which the laboratory made them, not the order of arrival', async () => {
    const { send } = report();
    await send([obx('90')], { reported: '20260105140000' });
    expect((await send([obx('80')], { reported: '20260105135959' })).outcome).toBe('stale');
    expect((await send([obx('95')], { reported: '20260105140000' })).outcome).toBe('updated');
    // If the report has no times, the time of the message counts.
    expect((await send([obx('70')], { reported: '' }, '20260105100000+0100')).outcome).toBe('stale');
    expect((await send([obx('99')], { reported: '' }, '20260105153000+0100')).outcome).toBe('updated');
  });

  it('treat a date without time as the whole day', async () => {
    const { send } = report();
    await send([obx('90')], { reported: '20260105230000' });
    expect((await send([obx('91')], { reported: '20260105' })).outcome).toBe('updated');
    expect((await send([obx('92')], { reported: '20260103' })).outcome).toBe('stale');
  });

  it('compare the time of each panel separately', async () => {
    const { send, filler } = report({ placer: 'NOT-OURS-1' });
    await send([obx('90')], { reported: '20260105140000' });
    await send([obx('140', SODIUM)], {
      code: 'NA^Sodium^L',
      reported: '20260105150000',
      filler: `${filler}-2`,
    });
    expect((await send([obx('80')], { reported: '20260105130000' })).outcome).toBe('stale');
    expect(values((await send([obx('95')], { reported: '20260105143000' })).result)).toEqual(['95', '140']);
  });

  it('stay when an earlier message of the same time is processed again after a later one', async () => {
    const numbers = obr({ filler: 'REDONE' });
    const first = await store(lab, er7(msh(), pid(), numbers, obx('90')));
    await work(lab, first);
    await deliver(lab, msh(), pid(), numbers, obx('95', { status: 'C' }));
    const redone = await work(lab, first);
    // It was filed before the newer one: when it is processed again, its outcome stays.
    expect(redone).toMatchObject({ state: 'processed', reports: [{ outcome: 'created' }] });
    expect(values(await resultOf(redone))).toEqual(['95']);
  });

  it('keep the newest statement even if it repeats an older one', async () => {
    const { send } = report();
    await send([obx('90')], { reported: '20260105140000' });
    expect((await send([obx('90')], { reported: '20260105160000' })).outcome).toBe('unchanged');
    // Reported between the two: the newest value is 90.
    expect((await send([obx('80')], { reported: '20260105150000' })).outcome).toBe('stale');
  });
});

describe('result lines', () => {
  it('stay with a note when they are not sent again', async () => {
    const { send } = report();
    await send([obx('90'), obx('140', SODIUM)]);
    const { result } = await send([obx('90')]);
    expect(result.panels[0]!.observations[1]).toMatchObject({ value_text: '140', notes: [MISSING_NOTE] });
  });

  it('stay without a note when the connection sends only changes', async () => {
    const own = await laboratory(org, { update_mode: 'merge_lines' });
    const { send } = report({}, () => own);
    await send([obx('90', { status: 'P' }), obx('140', { ...SODIUM, status: 'P' })], { status: 'P' });
    const { result } = await send([obx('90')]);
    // The panel is final only when all its lines are.
    expect(result).toMatchObject({ status: 'partial', panels: [{ status: 'partial' }] });
    expect(result.panels[0]!.observations[1]).toMatchObject({ status: 'preliminary', notes: [] });
    expect((await send([obx('140', SODIUM)])).result.status).toBe('final');
  });

  it.each([
    ['C', '95', 'corrected', '95', 'corrected'],
    ['A', '95', 'corrected', '95', 'corrected'],
    ['D', '', 'deleted', '90', 'corrected'],
    ['W', '', 'wrong', '90', 'corrected'],
    ['X', '', 'cancelled', '90', 'corrected'],
    ['U', '', 'final', '90', 'final'],
    ['F', '90', 'final', '90', 'final'],
  ])('sent again as %s with %j become %s and show %s', async (status, value, line, text, whole) => {
    const { send } = report();
    await send([obx('90'), obx('140', SODIUM)]);
    const { result } = await send([obx(value, { status }), obx('140', SODIUM)]);
    expect(result.panels[0]!.observations[0]).toMatchObject({ status: line, value_text: text });
    expect(result.status).toBe(whole);
  });

  it('become final by status U without their value being sent again', async () => {
    const { send } = report();
    await send([obx('<0.5', { status: 'P' })], { status: 'P' });
    const { result } = await send([obx('', { status: 'U', unit: '' })]);
    expect(result).toMatchObject({ status: 'final', version: 2 });
    expect(result.panels[0]!.observations[0]).toMatchObject({
      status: 'final',
      value_text: '<0.5',
      value_number: 0.5,
      comparator: '<',
      unit: 'mg/dL',
    });
  });

  it('are appended by status B, and only once when read twice', async () => {
    const { send } = report();
    const text = (value: string, status: string) => obx(value, { type: 'TX', unit: '', status });
    await send([text('First.', 'F')]);
    expect(values((await send([text('Second.', 'B')])).result)).toEqual(['First.\nSecond.']);
    expect((await send([text('Second.', 'B')])).outcome).toBe('unchanged');
  });

  it('make the report entered in error when all of them are', async () => {
    const { send } = report();
    await send([obx('90'), obx('140', SODIUM)]);
    const wrong = [obx('', { status: 'W' }), obx('', { ...SODIUM, status: 'W' })];
    expect((await send(wrong)).result).toMatchObject({ status: 'entered_in_error', severity: 'unknown' });
  });

  it('of a series are corrected at their own time, and no value moves to another time', async () => {
    const { send } = report();
    const at = (hour: string) => `20260105${hour}0000`;
    const { result: first } = await send([
      obx('5.0', { at: at('08') }),
      obx('9.0', { at: at('09') }),
      obx('7.0', { at: at('10') }),
    ]);
    const { result } = await send([obx('9.0', { at: at('09') }), obx('7.5', { at: at('10'), status: 'C' })]);
    const own = (shown: typeof result) =>
      Object.fromEntries(
        shown.panels[0]!.observations.map(({ id, value_text, status, observed_at }) => [
          observed_at!.slice(11, 13),
          { id, value_text, status },
        ]),
      );
    const ids = own(first);
    expect(own(result)).toEqual({
      '07': { id: ids['07']!.id, value_text: '5.0', status: 'final' },
      '08': { id: ids['08']!.id, value_text: '9.0', status: 'final' },
      '09': { id: ids['09']!.id, value_text: '7.5', status: 'corrected' },
    });
    // It is unclear which of two values this corrects: it is added with a note.
    const { result: unclear } = await send([obx('6.6', { at: at('11'), status: 'C' })]);
    expect(unclear.panels[0]!.observations[0]).toMatchObject({ value_text: '6.6', notes: [UNCLEAR_NOTE] });
    expect(values(unclear).sort()).toEqual(['5.0', '6.6', '7.5', '9.0']);
    expect((await send([obx('6.6', { at: at('11'), status: 'C' })])).outcome).toBe('unchanged');
  });

  it('keep their comparator: <0.5 is neither 0 nor 0.5', async () => {
    const { send } = report();
    const { result } = await send([obx('<0.5'), obx('<^0.5', { type: 'SN', code: 'TSH^TSH^L' })]);
    for (const line of result.panels[0]!.observations)
      expect(line).toMatchObject({ value_text: '<0.5', value_number: 0.5, comparator: '<' });
  });

  it('of one test in two units stay separate, and neither is the previous value of the other', async () => {
    const { send } = report();
    const code = 'X2^Two units^L';
    const { result } = await send([obx('90', { code }), obx('5', { code, unit: 'mmol/L' })]);
    expect(result.panels[0]!.observations).toMatchObject([
      { value_text: '90', unit: 'mg/dL', previous: null },
      { value_text: '5', unit: 'mmol/L', previous: null },
    ]);
  });
});

describe('order', () => {
  it('is partial until all results arrived, and the report lists the pending tests', async () => {
    const ordered = await order('GLU', 'TSH', 'HGB');
    const placer = ordered.order_number;
    const first = await deliver(
      lab,
      msh(),
      pid(),
      obr({ placer, filler: 'A1' }),
      obx('90'),
      obr({ placer, filler: 'A2', code: 'TSH^TSH^L', status: 'I' }),
    );
    expect(await resultOf(first)).toMatchObject({
      status: 'partial',
      pending_tests: ['TSH', 'Hemoglobin'],
    });
    expect(await readOrder(ordered.id)).toMatchObject({
      status: 'partially_resulted',
      items: [{ status: 'resulted' }, { status: 'in_progress' }, { status: 'ordered' }],
    });
    const tsh = obr({ placer, filler: 'A2', code: 'TSH^TSH^L' });
    await deliver(lab, msh(), pid(), tsh, obx('2', { code: 'TSH^TSH^L' }));
    const last = await deliver(
      lab,
      msh(),
      pid(),
      obr({ placer, filler: 'A3', code: 'HGB^Hb^L' }),
      obx('13', { code: 'HGB^Hb^L' }),
    );
    expect(await resultOf(last)).toMatchObject({
      id: (await resultOf(first)).id,
      status: 'final',
      pending_tests: [],
      panels: [{ code: 'GLU' }, { code: 'TSH' }, { code: 'HGB' }],
    });
    expect((await readOrder(ordered.id)).status).toBe('completed');
  });

  it('is complete after two reports, and the first no longer lists tests of the second as pending', async () => {
    const ordered = await order('GLU', 'TSH');
    const placer = ordered.order_number;
    const first = await deliver(lab, msh(), pid(), obr({ placer }), obx('90'));
    expect(await resultOf(first)).toMatchObject({ status: 'partial', pending_tests: ['TSH'] });
    const other = await laboratory(org, { mrn_authority: 'CLINIC' });
    const tsh = 'TSH^TSH^L';
    const second = await deliver(other, msh(), pid(), obr({ placer, code: tsh }), obx('2', { code: tsh }));
    expect(await resultOf(second)).toMatchObject({ status: 'final', pending_tests: [] });
    const settled = await resultOf(first);
    expect(settled).toMatchObject({ status: 'final', pending_tests: [], version: 2 });
    expect(values(settled)).toEqual(['90']);
    expect(await typesOf(settled.id)).toEqual(['lab_result.created', 'lab_result.finalized']);
    expect((await readOrder(ordered.id)).status).toBe('completed');
  });

  it('is in progress when the laboratory has started without values', async () => {
    const ordered = await order('GLU');
    const begun = obr({ placer: ordered.order_number, status: 'I' });
    expect(await deliver(lab, msh(), pid(), begun)).toMatchObject({
      state: 'processed',
      reports: [{ state: 'filed', resultId: null }],
    });
    expect(await readOrder(ordered.id)).toMatchObject({ status: 'in_progress', result_ids: [] });
  });

  it('matches its tests by the laboratory code, then LOINC, then the code map of the connection', async () => {
    const own = await laboratory(org);
    await asSuperuser(
      `INSERT INTO lab_codes (org_id, id, connection_id, code, code_system, loinc, first_seen_at, last_seen_at)
       SELECT $1, gen_random_uuid(), $2, 'HB-X', 'L', loinc, now(), now() FROM catalog_tests WHERE org_id = $1 AND code = 'HGB'`,
      [org.orgId, own.connectionId],
    );
    const [tsh] = (await order('TSH')).items;
    const ordered = await order('GLU', 'TSH', 'HGB');
    const placer = ordered.order_number;
    await deliver(
      own,
      msh(),
      pid(),
      obr({ placer, code: 'GLU^x^OTHER' }),
      obx('1'),
      obr({ placer, code: `${tsh!.loinc}^x^LN` }),
      obx('2'),
      obr({ placer, code: 'HB-X^x^L' }),
      obx('3'),
    );
    expect((await readOrder(ordered.id)).items.map(({ status }) => status)).toEqual([
      'resulted',
      'resulted',
      'resulted',
    ]);
  });

  it('shows tests that were not ordered and reflex tests', nightly, async () => {
    const ordered = await order('GLU');
    const placer = ordered.order_number;
    const sent = () => [
      msh(),
      pid(),
      obr({ placer }),
      obx('90'),
      obr({ placer, code: 'EXTRA^Extra^L' }),
      obx('1', { code: 'EXTRA^Extra^L' }),
      obr({ placer, code: 'RFX^Reflex^L', parent: 'GLU' }),
      obx('2', { code: 'RFX^Reflex^L' }),
    ];
    const result = await resultOf(await deliver(lab, ...sent()));
    expect(result.panels).toMatchObject([
      { is_reflex: false, notes: [] },
      { is_reflex: false, notes: [NOT_ORDERED_NOTE] },
      { is_reflex: true, notes: [], parent_observation_id: result.panels[0]!.observations[0]!.id },
    ]);
    const now = await readOrder(ordered.id);
    expect(now.status).toBe('completed');
    expect(now.items.map(({ code }) => code)).toEqual(['GLU']);
    const added = { loinc: null, status: 'resulted', result_id: result.id };
    expect(now.added_tests).toEqual([
      { ...added, code: 'EXTRA', name: 'Extra', is_reflex: false },
      { ...added, code: 'RFX', name: 'Reflex', is_reflex: true },
    ]);
    // The same content changes nothing, although reading the message gives its lines new IDs.
    expect((await deliver(lab, ...sent())).reports[0]!.outcome).toBe('unchanged');
  });

  it('changes a completed order when the laboratory adds a test, or reports more about it', async () => {
    const ordered = await order('GLU');
    const placer = ordered.order_number;
    const { id } = await resultOf(
      await deliver(lab, msh(), pid(), obr({ placer, filler: 'OWN' }), obx('90')),
    );
    const before = await readOrder(ordered.id);
    expect(before).toMatchObject({ status: 'completed', added_tests: [] });
    const send = (status: string) =>
      deliver(
        lab,
        msh(),
        pid(),
        obr({ placer, filler: 'RFX-1', code: 'RFX^Reflex^L', parent: 'GLU', status }),
        obx('7', { code: 'RFX^Reflex^L', status }),
      );
    await send('P');
    expect(await readOrder(ordered.id)).toMatchObject({
      version: before.version + 1,
      status: 'completed',
      added_tests: [{ code: 'RFX', is_reflex: true, status: 'in_progress', result_id: id }],
    });
    await send('F');
    expect((await readOrder(ordered.id)).added_tests).toMatchObject([{ status: 'resulted' }]);
    await send('F');
    expect((await readOrder(ordered.id)).version).toBe(before.version + 2);
    const fields = await asSuperuser<{ fields: string[] }>(
      `SELECT body::jsonb -> 'data' -> 'changed_fields' AS fields FROM events
       WHERE org_id = $1 AND type = 'lab_order.updated' AND body LIKE $2 ORDER BY sequence DESC LIMIT 2`,
      [org.orgId, `%"id":"${ordered.id}"%`],
    );
    expect(fields.map((row) => row.fields)).toEqual([['added_tests'], ['added_tests']]);
  });

  it('keeps the same test under two laboratory numbers as two panels', async () => {
    const ordered = await order('GLU');
    const curve = (filler: string) => obr({ placer: ordered.order_number, filler });
    await deliver(lab, msh(), pid(), curve('T0'), obx('90'));
    const then = await deliver(lab, msh(), pid(), curve('T60'), obx('140'));
    expect(values(await resultOf(then))).toEqual(['90', '140']);
    const corrected = await deliver(lab, msh(), pid(), curve('T0'), obx('91', { status: 'C' }));
    expect(values(await resultOf(corrected))).toEqual(['91', '140']);
  });

  it('canceled by the laboratory accepts later values and keeps both', async () => {
    const ordered = await order('GLU');
    const numbers = { placer: ordered.order_number };
    const cancelled = await deliver(
      lab,
      msh(),
      pid(),
      obr({ ...numbers, status: 'X' }),
      obx('', { status: 'X' }),
    );
    expect(await resultOf(cancelled)).toMatchObject({ status: 'cancelled', version: 1 });
    expect((await readOrder(ordered.id)).items).toMatchObject([{ status: 'not_performed' }]);
    const result = await resultOf(await deliver(lab, msh(), pid(), obr(numbers), obx('90')));
    expect(result).toMatchObject({ status: 'final', version: 2 });
    expect(await readResult(result.id, 1)).toMatchObject({ status: 'cancelled' });
    expect((await readOrder(ordered.id)).items).toMatchObject([{ status: 'resulted' }]);
  });
});
