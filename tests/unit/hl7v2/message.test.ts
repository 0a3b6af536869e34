import { describe, expect, it } from 'vitest';
import { readDelimiters } from '../../../server/hl7v2/delimiters';
import { fieldTree } from '../../../server/hl7v2/message';
import { readMessage } from '../../../server/hl7v2/read-message';
import { MAX_SEGMENTS } from '../../../server/hl7v2/tokenize';
import { er7, MSH, OBR, PID } from '../../support/hl7';

const read = (...lines: string[]) => readMessage(er7(...lines));
const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);

describe('encoding characters', () => {
  it.each([
    ['|', '^~\\&', '^~\\&', false],
    ['|', '^~\\&#', '^~\\&#', false],
    ['|', '^~\\}', '^~\\}', false],
    ['#', '*+%$', '*+%$', false],
    ['|', '^~\\', '^~\\&', true],
    ['|', '^', '^~\\&', true],
    ['|', '', '^~\\&', true],
    ['|', '~^', '~^\\&', true],
    // The component separator is "&", which leaves no subcomponent separator.
    ['|', '&~\\', '&~\\', true],
    ['^', '', null, false],
    ['|', '^~\\\\&', '^~\\&', true],
    ['|', '&&&&', null, false],
    ['|', '^~\\|', null, false],
    ['|', '0000', null, false],
    ['|', '^~ &', null, false],
    ['|', '^~é&', null, false],
  ])('%s %s', (field, sent, expected, repaired) => {
    const { delimiters, ...found } = readDelimiters(field, sent);
    expect(found).toEqual({ unusable: expected === null, repaired });
    const { component, repetition, escape, subcomponent, truncation } = delimiters;
    if (expected !== null)
      expect([field, component, repetition, escape, subcomponent, truncation].join('')).toBe(
        field + expected,
      );
  });
});

describe('segments', () => {
  it.each(['\r', '\n', '\r\n', '\r\r\n', '\n\n', '\r \r'])('end with %j', (end) => {
    const { message, problem, warnings } = readMessage(Buffer.from([MSH, PID, OBR, ''].join(end)));
    expect([problem, warnings]).toEqual([null, []]);
    expect(message.segments.map(({ name }) => name)).toEqual(['MSH', 'PID', 'OBR']);
    expect(message.segments[2]!.raw).toBe(OBR);
  });

  it('may have blanks before their name', () => {
    expect(read(MSH, `  ${PID}`, ` \t${OBR}`).message.segments.map(({ raw }) => raw)).toEqual([
      MSH,
      PID,
      OBR,
    ]);
  });

  it('keep the lines of broken text, with a warning', () => {
    const { message, warnings } = read(
      MSH,
      PID,
      'NTE|1||first',
      'second: not|a segment',
      '',
      'END',
      'Obx|x|',
    );
    expect(message.segments.at(-1)!.text(3)).toBe('first\nsecond: not');
    expect(message.segments.at(-1)!.raw).toBe('NTE|1||first\nsecond: not|a segment\n\nEND\nObx|x|');
    expect(codes(warnings)).toEqual(['continued_line']);
  });

  it('may be a known name alone', () => {
    expect(read(MSH, PID, 'PV1', 'NTE|1||a', 'ABC').message.segments.map(({ name }) => name)).toEqual([
      'MSH',
      'PID',
      'PV1',
      'NTE',
    ]);
  });

  it('are counted by name, also in warnings', () => {
    const { message } = read(MSH, PID, OBR, 'OBX|7|ST', 'OBX|7|ST');
    expect(message.segments.map((segment) => segment.place(5))).toEqual([
      'MSH[1]-5',
      'PID[1]-5',
      'OBR[1]-5',
      'OBX[1]-5',
      'OBX[2]-5',
    ]);
  });

  it.each([
    ['no header', '', 'no_header'],
    ['a header without separators', 'MSH', 'no_header'],
    ['a wrong field separator', 'MSHx^~\\&', 'no_header'],
    ['another first segment', 'PID|1', 'no_header'],
    ['text before the header', `x${MSH}`, 'no_header'],
    ['equal separators', 'MSH|&&&&|a', 'encoding_characters'],
    ['two headers', `${MSH}\r${PID}\r${MSH}\r`, 'several_messages'],
    ['too many segments', `${MSH}\r${'ZZZ|\r'.repeat(MAX_SEGMENTS)}`, 'too_many_segments'],
  ])('with %s are rejected', (_name, text, problem) => {
    expect(readMessage(Buffer.from(text)).problem).toBe(problem);
  });
});

describe('fields', () => {
  const pid = 'PID|1|""|A1^^^X&1.2&ISO^MR~B-002^^^Y^PI||Doe\\T\\Co^ Jane ^""||||||||||"" |';
  const segment = read(MSH, pid).message.segments[1]!;

  it('are read by position, up to the requested depth', () => {
    expect(segment.text(3)).toBe('A1');
    expect(segment.text(3, 4)).toBe('X&1.2&ISO');
    expect(segment.text(3, 4, 2)).toBe('1.2');
    expect(segment.repetitions(3).map((sent) => [sent.text(1), sent.text(5)])).toEqual([
      ['A1', 'MR'],
      ['B-002', 'PI'],
    ]);
    expect(segment.text(5)).toBe('Doe&Co');
    expect(segment.text(5, 2)).toBe('Jane');
    expect(segment.first(5).verbatim()).toBe('Doe&Co^ Jane ^""');
    expect([segment.text(99), segment.text(3, 99), segment.text(3, 4, 99), segment.field(99)]).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect(segment.field(3)).toBe('A1^^^X&1.2&ISO^MR~B-002^^^Y^PI');
  });

  it('marked as deleted differ from empty ones', () => {
    expect([2, 4, 3, 15, 99].map((field) => segment.state(field))).toEqual([
      'deleted',
      'absent',
      'sent',
      'deleted',
      'absent',
    ]);
    expect([segment.text(2), segment.text(5, 3)]).toEqual(['', '']);
  });

  it('of MSH are counted from the separator', () => {
    const header = read(MSH).message.segments[0]!;
    expect([1, 2, 3, 9, 10, 12].map((field) => header.text(field))).toEqual([
      '|',
      '^~\\&',
      'LIS',
      'ORU',
      'C1',
      '2.5.1',
    ]);
    expect(header.field(2)).toBe('^~\\&');
    expect(header.repetitions(2).length).toBe(1);
  });

  it('use the separators of the message', () => {
    const { message } = read('MSH#*+%$#A', 'PID#1##7*$2+8##x%F%y%T%z%S%~^|');
    const [, other] = message.segments;
    expect([other!.text(3), other!.text(3, 2, 2), other!.repetitions(3)[1]!.text(1), other!.text(5)]).toEqual(
      ['7', '2', '8', 'x#y$z*~^|'],
    );
  });

  it('form a tree for the viewer', () => {
    expect(fieldTree('a^b&\\T\\~c', read(MSH).message.reading)).toEqual([[['a'], ['b', '&']], [['c']]]);
  });
});
