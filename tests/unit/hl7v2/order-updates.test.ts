import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../server/hl7v2/read-message';
import { readOrderUpdates, type OrderUpdate } from '../../../server/hl7v2/read-order-updates';
import { CRAFTED } from '../../audits/hl7v2/crafted';
import { mutate } from '../../audits/hl7v2/mutate';
import { er7, hl7Files, PID } from '../../support/hl7';
import { seeded } from '../../support/random';

const msh = (type: string, version = '2.5.1') =>
  `MSH|^~\\&|LIS|LAB|CDS|CLINIC|20261106090000+0100||${type}|L-1|P|${version}`;
const OSU = msh('OSU^O51^OSU_O51', '2.6');
const ORU = msh('ORU^R01^ORU_R01');
const ORM = msh('ORM^O01^ORM_O01', '2.3.1');

const read = (...lines: string[]): OrderUpdate[] =>
  readOrderUpdates(readMessage(er7(...lines)).message, 'Europe/Berlin');
const orc = (control: string, status = ''): string => `ORC|${control}|10000000017^CDS|F-1||${status}`;

describe('a later message about an order', () => {
  it.each([
    ['OK', '', 'accepted'],
    ['NA', '', 'accepted'],
    ['OK', 'SC', 'accepted'],
    ['SC', 'SC', 'accepted'],
    ['SC', 'IP', 'in_progress'],
    ['SC', 'A', 'partial'],
    ['SC', 'CM', 'completed'],
    ['CM', '', 'completed'],
    ['RE', 'CM', 'completed'],
    ['SC', 'CA', 'cancelled'],
    ['SC', 'DC', 'cancelled'],
    ['SC', 'HD', 'on_hold'],
    ['SC', 'RP', 'replaced'],
    ['SC', 'ER', 'unknown_order'],
    ['OC', '', 'cancelled'],
    ['OD', 'IP', 'cancelled'],
    ['CR', '', 'cancelled'],
    ['CA', '', 'cancelled'],
    ['UC', 'IP', 'cancel_refused'],
    ['UA', '', 'rejected'],
    ['DE', '', 'rejected'],
    ['sc', 'ip', 'in_progress'],
    // Nothing about progress
    ['SC', '', null],
    ['RE', '', null],
    ['NW', 'IP', null],
    ['XO', 'IP', null],
    ['', '', null],
    ['??', '??', null],
    ['constructor', '__proto__', null],
  ])('with ORC-1 %j and ORC-5 %j means %s', (control, status, state) => {
    for (const header of [OSU, ORM]) {
      const [update] = read(header, PID, orc(control, status));
      expect(update).toMatchObject({ placer: '10000000017', filler: 'F-1', state });
    }
  });

  it.each([
    ['O', 'accepted'],
    ['S', 'accepted'],
    ['I', 'in_progress'],
    ['X', 'cancelled'],
    // The results say the same.
    ['P', null],
    ['F', null],
    ['C', null],
  ])('with OBR-25 %s and no status in ORC means %s', (result, state) => {
    const obr = `OBR|1|10000000017|F-1|GLU^Glucose^L|||||||||||||||||||||${result}`;
    expect(read(ORU, PID, obr)).toMatchObject([{ control: '', state }]);
    expect(read(ORU, PID, orc('RE'), obr)).toMatchObject([{ control: 'RE', state }]);
    expect(read(ORU, PID, orc('RE', 'CM'), obr)).toMatchObject([{ state: 'completed' }]);
  });

  it('has the test, the reason and the time of each order', () => {
    expect(
      read(
        ORM,
        PID,
        'ORC|SC|10000000017|F-1|10000000017|IP||||20261106084500',
        'OBR|1|10000000017|F-1|GLU^Glucose^L',
        'ORC|OC|10000000017||10000000017|CA||||20261106084600+0100|||||||^Hemolyzed',
        'OBR|2|10000000017||UCX^Urine culture^L',
        'NTE|1|L|Please collect again.',
      ),
    ).toMatchObject([
      {
        state: 'in_progress',
        group: '10000000017',
        item: 1,
        codes: ['GLU'],
        name: 'Glucose',
        at: { at: '2026-11-06T07:45:00.000Z', precision: 'second', offset: 'connection' },
        reason: null,
        addedTo: null,
      },
      {
        state: 'cancelled',
        item: 2,
        codes: ['UCX'],
        at: { at: '2026-11-06T07:46:00.000Z', offset: 'sent' },
        reason: 'Hemolyzed\nPlease collect again.',
      },
    ]);
  });

  it('takes the time of the OBR if the ORC has none, and ignores what is not a time', () => {
    const obr = (time: string) => `OBR|1|1|2|GLU${'|'.repeat(18)}${time}`;
    expect(read(ORU, PID, 'ORC|SC|1', obr('20261106'))).toMatchObject([
      { at: { at: '2026-11-06T00:00:00.000Z', precision: 'day' } },
    ]);
    expect(read(ORU, PID, 'ORC|SC|1|||||||yesterday', obr('20261106'))).toMatchObject([{ at: null }]);
  });

  it.each([
    ['OBR-29', 'OBR|2||F-2|RFLX^Reflex^L|||||||||||||||||||||||||10000000017&CDS^F-1&LIS', 'RE|'],
    ['ORC-8', 'OBR|2||F-2|RFLX^Reflex^L', 'RE||F-2|||||10000000017&CDS^F-1&LIS'],
  ])('finds the parent of a reflex test in %s', (_field, obr, order) => {
    expect(read(ORU, PID, `ORC|${order}`, obr)).toMatchObject([
      { filler: 'F-2', codes: ['RFLX'], addedTo: { placer: '10000000017', filler: 'F-1' } },
    ]);
  });

  it.each([
    ['OBR-11 G', 'ORC|RE||F-2', 'OBR|2||F-2|RFLX^Reflex^L|||||||G'],
    ['ORC-1 CH', 'ORC|CH||F-2', 'OBR|2||F-2|RFLX^Reflex^L'],
    ['ORC-1 SN', 'ORC|SN||F-2', 'OBR|2||F-2|RFLX^Reflex^L'],
  ])('recognizes a test that the laboratory added by %s', (_field, ...lines) => {
    expect(read(ORU, PID, ...lines)).toMatchObject([{ addedTo: { placer: null, filler: null } }]);
  });

  it('is not taken from the comments of results', () => {
    expect(
      read(ORU, PID, orc('RE'), 'OBR|1|1|2|GLU', 'OBX|1|NM|GLU||5', 'NTE|1|L|high', 'SPM|1'),
    ).toMatchObject([{ reason: null }]);
  });

  it('never throws', () => {
    const random = seeded(20_261_126);
    const messages = [
      er7(OSU, PID, orc('SC', 'IP'), orc('OC')),
      er7(ORU, PID, orc('RE', 'CM'), 'OBR|1|1|2|A^B^L|||||||G|||||||||||2026||I|F||||1&2^3&4'),
      ...hl7Files().flatMap(({ name, bytes }) => (name.startsWith('orders/') ? [bytes] : [])),
      ...CRAFTED,
    ];
    for (let count = 0; count < 2_000; count++) {
      const updates = readOrderUpdates(readMessage(mutate(random.pick(messages), random)).message, 'UTC');
      for (const { codes, control } of updates)
        expect([typeof control, codes.includes('')]).toEqual(['string', false]);
    }
  });
});
