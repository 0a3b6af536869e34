import type { Defense } from './defenses';

const hl7 = (name: string) => `server/hl7v2/${name}.ts`;
const WRITTEN = ['tests/unit/hl7v2/order-message.test.ts'];
const ANSWERED = ['tests/unit/hl7v2/order-answer.test.ts'];
const UPDATED = ['tests/unit/hl7v2/order-updates.test.ts'];

export const ORDER_MESSAGE_DEFENSES: Defense[] = [
  {
    name: 'an order with a character outside its character set is not written',
    file: hl7('write/order-message'),
    find: 'if (first) throw',
    replace: "if (first && message.controlId === '') throw",
    tests: WRITTEN,
  },
  {
    name: 'a character counts as written only if it is read back',
    file: hl7('write/encode'),
    find: '.filter(({ byte, character }) => iconv.encode(character, latin(charset)).equals(byte))',
    replace: '',
    tests: WRITTEN,
  },
  {
    name: 'half a character of an order is an error, not a replacement character',
    file: hl7('write/encode'),
    find: ' || !character.isWellFormed()',
    replace: '',
    tests: WRITTEN,
  },
  {
    name: 'separators in the texts of an order are escaped',
    file: hl7('write/segments'),
    find: "'|': 'F', ",
    replace: '',
    tests: WRITTEN,
  },
  {
    name: 'two quotation marks in an order delete nothing at the laboratory',
    file: hl7('write/segments'),
    find: `text.trim() === '""'`,
    replace: 'false',
    tests: WRITTEN,
  },
  {
    name: 'all tests of an order have its number as the group number',
    file: hl7('write/order-segments'),
    find: '4: number,',
    replace: "4: '',",
    tests: WRITTEN,
  },
  {
    name: 'an unknown acknowledgment code is no acceptance',
    file: hl7('read-order-answer'),
    find: 'CODES.has(code) ?',
    replace: "CODES.has('AA') ?",
    tests: ANSWERED,
  },
  {
    name: 'an answer that consists of several messages is not read',
    file: hl7('read-order-answer'),
    find: 'if (problem) return',
    replace: "if (problem && problem !== 'several_messages') return",
    tests: ANSWERED,
  },
  {
    name: 'each test of an answer has the code of its ORC',
    file: hl7('order-parts'),
    find: 'if (last?.obr === null) last.obr = segment;',
    replace: 'if (last) last.obr = segment;',
    tests: ANSWERED,
  },
  {
    name: 'a comment on a result is not the reason of the laboratory',
    file: hl7('order-parts'),
    find: 'if (!isResult) ',
    replace: '',
    tests: UPDATED,
  },
  {
    name: 'a new order is no progress of ours',
    file: hl7('read-order-updates'),
    find: 'if (REQUESTS.has(control)) return null;',
    replace: '',
    tests: UPDATED,
  },
];
