import { describe, expect, it } from 'vitest';
import { checkStructure } from '../../../server/hl7v2/check-structure';
import type { ProcessingPolicy } from '../../../server/data-types/lab-connection-codes';
import { groupSegments } from '../../../server/hl7v2/groups';
import { readMessage } from '../../../server/hl7v2/read-message';
import { er7, MSH, OBR, PID } from '../../support/hl7';

const OBX = 'OBX|1|NM|GLU^Glucose||5.1|mmol/L|||||F';
const check = (lines: string[], sandbox = false, policy: ProcessingPolicy = 'production') => {
  const { problem, warnings, isTest } = checkStructure(readMessage(er7(...lines)), { sandbox, policy });
  if (policy === 'production') expect(isTest).toBe(false);
  return {
    reason: problem?.reason ?? null,
    at: problem?.location ?? null,
    warnings: warnings.map(({ code }) => code),
  };
};
const withField = (field: number, value: string) =>
  MSH.split('|')
    .map((part, index) => (index === field - 1 ? value : part))
    .join('|');

describe('message structure', () => {
  it.each([
    'ORU',
    'ORU^R01',
    'ORU^R01^ORU_R01',
    'ORU^R30',
    'ORU^R31^ORU_R30',
    'ORU^R32',
    'ORU^R40^ORU_R01',
    'ORU_R01',
  ])('is accepted with type %s', (type) => {
    expect(check([withField(9, type), PID, OBR, OBX])).toEqual({ reason: null, at: null, warnings: [] });
  });

  it.each([
    ['ADT^A01', 'type_not_accepted'],
    ['ACK', 'type_not_accepted'],
    ['OUL^R22^OUL_R22', 'type_not_accepted'],
    ['oru^R01', 'type_not_accepted'],
    ['ORU^R03', 'event_not_accepted'],
    ['', 'type_missing'],
    ['""', 'type_missing'],
    ['^R01', 'type_missing'],
  ])('is rejected with type %s', (type, reason) => {
    expect(check([withField(9, type), PID, OBR, OBX]).reason).toBe(reason);
  });

  it.each([
    ['P', true, true],
    ['', true, true],
    ['P^T', true, true],
    ['T', false, true],
    ['D', false, true],
    ['T^A', false, true],
    ['X', false, false],
    ['p', false, false],
    ['PP', false, false],
  ])('has the processing ID %j: on a live connection %s, on a sandbox %s', (id, live, sandbox) => {
    const lines = [withField(11, id), PID, OBR, OBX];
    expect([check(lines).reason, check(lines, true).reason]).toEqual(
      [live, sandbox].map((taken) => (taken ? null : 'processing_id')),
    );
  });

  it.each([
    ['P', 'production', 'production'],
    ['', 'production', 'production'],
    ['N', 'production', null],
    ['1', 'production', null],
    ['T^T', 'production', 'test'],
    ['p', 'production', null],
    ['PROD', 'production', null],
    ['T', null, 'test'],
    ['D', null, 'test'],
    ['T^A', null, 'test'],
    ['N^T', null, null],
    ['X', null, null],
  ] as const)('has MSH-11 %j: with sender errors %s, in go-live %s', (id, errors, goLive) => {
    const read = readMessage(er7(withField(11, id), PID, OBR, OBX));
    const kinds = (['sender_errors', 'go_live'] as const).map((policy) => {
      const { problem, isTest } = checkStructure(read, { sandbox: false, policy });
      return problem ? null : isTest ? 'test' : 'production';
    });
    expect(kinds).toEqual([errors, goLive]);
  });

  it.each([
    ['ORC|RE|P1|F1', true],
    ['ORC|RE||F1', true],
    ['ORC|RE|P2|F1', false],
    ['ORC|RE|P1|F2', false],
    ['ORC|RE', false],
  ])('has %s between OBR and OBX: %s, and read as part of that OBR', (orc, taken) => {
    const lines = [MSH, PID, 'OBR|1|P1|F1|GLU^Glucose', orc, OBX, 'OBR|2|P3|F3|NA^Sodium', OBX];
    const found = check(lines);
    expect(found.reason).toBe(taken ? null : 'result_without_order');
    expect(found.warnings).toEqual(taken ? ['order_repeated'] : []);
    if (!taken) return;
    const [patient] = groupSegments(readMessage(er7(...lines)).message).patients;
    expect(patient!.orders.map(({ orc: own, results }) => [own?.occurrence, results.length])).toEqual([
      [1, 1],
      [undefined, 1],
    ]);
  });

  it.each([
    [[], 'no_patient', 'PID', 1],
    [[OBR, OBX], 'no_patient', 'PID', 1],
    [[PID], 'no_order', 'OBR', 1],
    [[PID, OBX], 'no_order', 'OBR', 1],
    [[OBR, OBX, PID, OBR], 'order_before_patient', 'OBR', 1],
    [[PID, OBX, OBR], 'result_without_order', 'OBX', 1],
    [[PID, OBR, OBX, PID, OBX, OBR], 'result_without_order', 'OBX', 2],
    // It would be read as a line of the previous order.
    [[PID, OBR, OBX, 'ORC|RE', OBX, OBR], 'result_without_order', 'OBX', 2],
  ])('is invalid with %j', (lines, reason, segment, sequence) => {
    expect(check([MSH, ...lines])).toMatchObject({ reason, at: { segment, sequence } });
  });

  it('has observations about the patient before the first order since 2.7', () => {
    const lines = [PID, OBX, OBR, OBX];
    expect(check([withField(12, '2.7'), ...lines]).reason).toBeNull();
    expect(check([withField(12, '2.8.1'), ...lines]).reason).toBeNull();
    expect(check([withField(12, '2.6'), ...lines]).reason).toBe('result_without_order');
  });

  it('check ignores versions, control IDs and values', () => {
    for (const version of ['2.1', '2.9', '3.0', '', 'x'])
      expect(check([withField(12, version), PID, OBR, OBX]).reason).toBeNull();
    expect(check([withField(10, ''), PID, OBR])).toEqual({
      reason: null,
      at: null,
      warnings: ['control_id_missing'],
    });
    expect(check([MSH, PID, OBR, 'OBX|x|NM|||abc', 'OBX']).reason).toBeNull();
  });

  it('check reports patients without orders', () => {
    expect(check([MSH, PID, PID, OBR, OBX]).warnings).toEqual(['group_incomplete']);
    expect(check([MSH, PID, OBR, OBX, PID]).warnings).toEqual(['group_incomplete']);
  });
});
