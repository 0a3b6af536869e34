import fc from 'fast-check';
import { Message as Theirs, type HL7Node } from 'node-hl7-client';
import { describe, expect, it } from 'vitest';
import { ORDER_CHARSETS } from '../../../server/data-types/order-message-codes';
import { charsetNamed, decodeAs } from '../../../server/hl7v2/charset';
import { fieldTree, type Segment } from '../../../server/hl7v2/message';
import { readAdt } from '../../../server/hl7v2/read-adt';
import { readMessage } from '../../../server/hl7v2/read-message';
import { readNotes } from '../../../server/hl7v2/read-notes';
import { readPatient } from '../../../server/hl7v2/read-patient';
import { Warnings } from '../../../server/hl7v2/warnings';
import { encodeAs, firstUnencodable } from '../../../server/hl7v2/write/encode';
import { unencodable, writeOrderMessage, type OrderMessage } from '../../../server/hl7v2/write/order-message';
import { NAUGHTY, OURS } from '../../integration/garbage/naughty';
import { fullOrder, shortOrder } from '../../support/order-messages';

const linesOf = (message: OrderMessage): string[] => {
  const text = writeOrderMessage(message).toString('utf8');
  expect(text.endsWith('\r')).toBe(true);
  return text.slice(0, -1).split('\r');
};

const withOrder = (changes: Partial<OrderMessage['order']>, message = fullOrder()): OrderMessage => ({
  ...message,
  order: { ...message.order, ...changes },
});

const CLINICIAN =
  '1987654321^Dr. Jo Ng^^^^^^^NPI&2.16.840.1.113883.4.6&ISO^^^^NPI~D42^Dr. Jo Ng^^^^^^^LAB^^^^DN';
const COPIES = '1234567893^Dr. Copy One^^^^^^^NPI&2.16.840.1.113883.4.6&ISO^^^^NPI~^Dr. Copy Two';
const PLACER = '10000000017^CDS^2.999.1^ISO';
const PID_START =
  'PID|1||MRN-1^^^&2.999.2&ISO^MR~999 000 1^^^NHS^NH^NHS England~P1^^^&https://example.org/pass&URI^PPN~A1^^^Insurer||' +
  "Żółć^Ana^Maria Eva^Jr.^Dr.^^L~O'Neil \\T\\ Co^Ana^^^^^M||19450714|F|||1 Main\\S\\St^Flat 2, Rear^Łódź^LD^90-001^POL^H||";
const NOTES = [
  'NTE|1|P|Call before 5 pm',
  'NTE|2|P',
  'NTE|3|P|Room 4\\F\\b \\E\\ \\R\\ second floor',
  'DG1|1||E11.9^Type 2 diabetes^I10C|||W|||||||||1',
  'DG1|2||N39.0^^I10|||W|||||||||2',
];
const ANSWERED = '||||||O|||20261105140000+0100';

describe('an order message', () => {
  it('is OML^O21 with every stored value in its field', () => {
    expect(linesOf(fullOrder())).toEqual([
      'MSH|^~\\&|CDS^2.999.1^ISO|CLINIC|LIS|LAB|20261105140709+0100||OML^O21^OML_O21|M-20261105-1|P|2.5.1|||AL|AL||UNICODE UTF-8',
      `${PID_START}+48421234567^PRN^PH^^^^^^^^^+48421234567~+48500111222^^CP^^^^^^^^^+48500111222~^NET^Internet^ana@example.org|+48427654321^WPN^PH^^^^^^^^^+48427654321||||ACC-77`,
      'PV1|1|O',
      `ORC|NW|${PLACER}||${PLACER}|||||20261105140000+0100|||${CLINICIAN}|||||||||Clinic East`,
      'TQ1|1||||||20261106||A^As soon as possible^HL70485^urgent^Urgent^L',
      `OBR|1|${PLACER}||GLU^Glucose, fasting^L^1558-6^^LN|||202611051345+0100|||^Nurse Joy|O|||||${CLINICIAN}||||||||||||${COPIES}`,
      ...NOTES,
      `OBX|1|CWE|49541-6^Fasting status - Reported^LN||Y^Yes^HL70136${ANSWERED}`,
      `OBX|2|ST|DIET^Diet before the test?^L||low carb \\T\\ <fat>${ANSWERED}`,
      `OBX|3|NM|WT^Weight in kg^L||71.5${ANSWERED}`,
      `OBX|4|DT|LMP^Last period^L||20261029${ANSWERED}`,
      `OBX|5|CWE|INS^On insulin?^L||N^No^HL70136${ANSWERED}`,
      `OBX|6|ST|ARM^Arm^L||left \\F\\ upper${ANSWERED}`,
      'SPM|1|||FLPL^Plasma^L|||||||||||||202611051345+0100||||||||||^Gray top tube',
      `ORC|NW|${PLACER}||${PLACER}|||||20261105140000+0100|||${CLINICIAN}|||||||||Clinic East`,
      'TQ1|1||||||20261106||A^As soon as possible^HL70485^urgent^Urgent^L',
      `OBR|2|${PLACER}||UCX^Urine culture^L|||202611051345+0100|||^Nurse Joy|O|||||${CLINICIAN}||||||||||||${COPIES}`,
      ...NOTES,
      `OBX|1|CWE|49541-6^Fasting status - Reported^LN||Y^Yes^HL70136${ANSWERED}`,
      'SPM|1|||122575003^Urine^SCT|||||||||||||202611051345+0100',
    ]);
  });

  it('is ORM^O01 of 2.3.1 with the values in the fields of that version', () => {
    const timing = '^^^20261106^^A^^Urgent';
    expect(linesOf(fullOrder({ type: 'ORM^O01', version: '2.3.1', acknowledgment: 'original' }))).toEqual([
      'MSH|^~\\&|CDS^2.999.1^ISO|CLINIC|LIS|LAB|20261105140709+0100||ORM^O01^ORM_O01|M-20261105-1|P|2.3.1||||||UNICODE UTF-8',
      `${PID_START}+48421234567^PRN^PH~+48500111222^^CP~^NET^Internet^ana@example.org|+48427654321^WPN^PH||||ACC-77`,
      'PV1|1|O',
      `ORC|NW|${PLACER}||${PLACER}|||${timing}||20261105140000+0100|||${CLINICIAN}|||||||||Clinic East`,
      `OBR|1|${PLACER}||GLU^Glucose, fasting^L^1558-6^^LN|||202611051345+0100|||^Nurse Joy|O||||FLPL&Plasma&L|${CLINICIAN}|||||||||||${timing}|${COPIES}`,
      ...NOTES,
      `OBX|1|CE|49541-6^Fasting status - Reported^LN||Y^Yes^HL70136${ANSWERED}`,
      `OBX|2|ST|DIET^Diet before the test?^L||low carb \\T\\ <fat>${ANSWERED}`,
      `OBX|3|NM|WT^Weight in kg^L||71.5${ANSWERED}`,
      `OBX|4|DT|LMP^Last period^L||20261029${ANSWERED}`,
      `OBX|5|CE|INS^On insulin?^L||N^No^HL70136${ANSWERED}`,
      `OBX|6|ST|ARM^Arm^L||left \\F\\ upper${ANSWERED}`,
      `ORC|NW|${PLACER}||${PLACER}|||${timing}||20261105140000+0100|||${CLINICIAN}|||||||||Clinic East`,
      `OBR|2|${PLACER}||UCX^Urine culture^L|||202611051345+0100|||^Nurse Joy|O||||122575003&Urine&SCT|${CLINICIAN}|||||||||||${timing}|${COPIES}`,
      ...NOTES,
      `OBX|1|CE|49541-6^Fasting status - Reported^LN||Y^Yes^HL70136${ANSWERED}`,
    ]);
  });

  it('leaves unknown values empty and sends no deletion', () => {
    expect(linesOf(shortOrder())).toEqual([
      'MSH|^~\\&|||||20261105140709+0100||OML^O21^OML_O21|M-20261105-1|P|2.5.1||||||UNICODE UTF-8',
      'PID|1||MRN-1^^^^MR||Doe^Jane||19450714|U',
      'PV1|1|O',
      'ORC|NW|10000000017||10000000017|||||20261105140000+0100',
      'TQ1|1||||||||R^Routine^HL70485',
      'OBR|1|10000000017||UCX^Urine culture^L',
    ]);
  });

  it('asks to cancel with the numbers, the tests and the reason', () => {
    const { items } = fullOrder().order;
    const message = withOrder(
      { reason: 'Wrong patient.\nSee ^chart', items: [{ ...items[1]!, fillerNumber: 'F-9' }] },
      fullOrder({ control: 'CA' }),
    );
    expect(linesOf(message).slice(3)).toEqual([
      `ORC|CA|${PLACER}|F-9|${PLACER}|||||20261105140709+0100|||${CLINICIAN}||||^Wrong patient. See \\S\\chart|||||Clinic East`,
      `OBR|2|${PLACER}|F-9|UCX^Urine culture^L|||202611051345+0100|||^Nurse Joy|O|||||${CLINICIAN}||||||||||||${COPIES}`,
      'NTE|1|P|Wrong patient.',
      'NTE|2|P|See \\S\\chart',
    ]);
  });

  it.each([
    ['routine', 'R^Routine^HL70485'],
    ['asap', 'A^As soon as possible^HL70485'],
    ['stat', 'S^Stat^HL70485'],
  ] as const)('has the priority %s as %s', (priority, code) => {
    expect(linesOf(withOrder({ priority })).find((line) => line.startsWith('TQ1'))).toBe(
      `TQ1|1||||||20261106||${code}`,
    );
  });

  it.each([
    [{ method: 'lab', collected_at: null }, 'L'],
    [{ method: 'home', collected_at: null }, 'P'],
    [{ method: null, collected_at: null }, ''],
    [{ method: null, collected_at: '2026-11-05T12:45:00.000Z' }, 'O'],
  ] as const)('says who collects: %j is %j', (collection, code) => {
    const message = withOrder({
      collection: { ...collection, collected_at_precision: null, collector: null },
    });
    expect(
      read(message)
        .find(({ name }) => name === 'OBR')!
        .text(11),
    ).toBe(code);
  });

  it.each([
    ['second', 'America/New_York', '2026-03-08T07:00:01.999Z', '20260308030001-0400'],
    ['minute', 'America/New_York', '2026-03-08T06:59:59.000Z', '202603080159-0500'],
    [null, 'Asia/Kolkata', '2026-01-05T20:00:00.000Z', '202601060130+0530'],
    ['hour', 'America/St_Johns', '2026-01-05T01:30:00.000Z', '2026010422-0330'],
    ['minute', 'UTC', '2026-01-05T01:30:00.000Z', '202601050130+0000'],
    ['day', 'America/New_York', '2026-01-05T00:00:00.000Z', '20260105'],
    ['month', 'Asia/Tokyo', '2026-01-01T00:00:00.000Z', '202601'],
    ['year', 'UTC', '2026-01-01T00:00:00.000Z', '2026'],
  ] as const)('writes a collection time known to the %s in %s', (precision, timeZone, at, text) => {
    const message = withOrder(
      {
        collection: { method: null, collected_at: at, collected_at_precision: precision, collector: null },
      },
      fullOrder({ timeZone }),
    );
    expect(
      read(message)
        .find(({ name }) => name === 'OBR')!
        .text(7),
    ).toBe(text);
  });

  it.each([
    [{ type: 'number', value: 'about 5' }, 'ST', 'about 5'],
    [{ type: 'number', value: '5,4' }, 'ST', '5,4'],
    [{ type: 'date', value: 'last week' }, 'ST', 'last week'],
    [{ type: 'boolean', value: 'perhaps' }, 'ST', 'perhaps'],
    [{ type: 'boolean', value: 'true' }, 'CWE', 'Y^Yes^HL70136'],
    [{ type: 'text', value: 'x'.repeat(200) }, 'TX', 'x'.repeat(200)],
  ] as const)('writes the answer %j as %s', ({ type, value }, kind, text) => {
    const item = { ...fullOrder().order.items[0]!, answers: [{ code: 'Q', text: 'Question', type, value }] };
    const [, obx] = read(withOrder({ items: [item] })).filter(({ name }) => name === 'OBX');
    expect([obx!.text(2), obx!.field(5)]).toEqual([kind, text]);
  });

  it('is the same bytes each time', () => {
    expect(writeOrderMessage(fullOrder())).toEqual(writeOrderMessage(fullOrder()));
  });

  it.each([
    [fullOrder({ controlId: '' }), 'control ID'],
    [fullOrder({ controlId: 'x'.repeat(21) }), 'control ID'],
    [fullOrder({ version: '2.3.1' }), 'OML^O21'],
    [fullOrder({ charset: '8859/1' }), 'PID-5'],
  ])('is not written if it would be invalid', (message, word) => {
    expect(() => writeOrderMessage(message)).toThrow(word);
  });
});

describe('the character set of an order message', () => {
  const named = (family: string, charset: OrderMessage['charset']): OrderMessage => {
    const message = shortOrder();
    return {
      ...message,
      charset,
      patient: { ...message.patient, name: { ...message.patient.name, family } },
    };
  };

  it.each([
    ['ASCII', 'Doe', null],
    ['ASCII', 'Doé', 'é'],
    ['8859/1', 'Doé', null],
    ['8859/1', 'Łódź', 'Ł'],
    ['8859/1', '5 €', '€'],
    ['8859/1', 'x\u0085', '\u0085'],
    ['8859/2', 'Łódź', null],
    ['8859/5', 'Иванов', null],
    ['8859/6', 'محمد', null],
    ['8859/7', 'Παπάς', null],
    ['8859/8', 'כהן', null],
    ['8859/9', 'Şahin', null],
    ['8859/15', '5 €', null],
    ['8859/15', '王', '王'],
    ['8859/6', 'x\uFFFD', '\uFFFD'],
    ['UNICODE UTF-8', '王 😀 محمد e\u0301', null],
    ['UNICODE UTF-8', 'x\0', '\0'],
    ['UNICODE UTF-8', 'x\ud83d', '\ud83d'],
    ['UNICODE UTF-8', '?', null],
  ] as const)('%s represents %j except %j', (charset, family, character) => {
    const message = named(family, charset);
    if (character !== null) {
      expect(unencodable(message)).toEqual([{ field: 'PID-5', character }]);
      expect(() => writeOrderMessage(message)).toThrow(`PID-5 cannot be written in ${charset}.`);
      return;
    }
    expect(unencodable(message)).toEqual([]);
    const { label } = charsetNamed(charset)!;
    const text = decodeAs(writeOrderMessage(message), label);
    expect(text.split('\r')[1]).toBe(`PID|1||MRN-1^^^^MR||${family}^Jane||19450714|U`);
    expect(text.split('\r')[0]).toContain(`||||||${charset}`);
  });

  it('is read back by a reader of the same set, character by character', () => {
    for (const charset of ORDER_CHARSETS) {
      const { label } = charsetNamed(charset)!;
      let written = '';
      for (let code = 1; code <= 0xffff; code++) {
        const character = String.fromCharCode(code);
        if (firstUnencodable(character, charset) === null) written += character;
      }
      expect(decodeAs(encodeAs(written, charset), label)).toBe(written);
      expect(written.length).toBe(CHARACTERS[charset]);
    }
  });
});

/** Of the basic plane without NUL: 127 of ASCII, 32 controls (5 in 8859/1, which is read as windows-1252), and letters. */
const CHARACTERS: Record<OrderMessage['charset'], number> = {
  ASCII: 127,
  '8859/1': 127 + 5 + 96,
  '8859/2': 127 + 32 + 96,
  '8859/3': 127 + 32 + 89,
  '8859/4': 127 + 32 + 96,
  '8859/5': 127 + 32 + 96,
  '8859/6': 127 + 32 + 51,
  '8859/7': 127 + 32 + 93,
  '8859/8': 127 + 32 + 60,
  '8859/9': 127 + 7 + 96,
  '8859/15': 127 + 32 + 96,
  'UNICODE UTF-8': 65_535 - 2_048,
};

describe('the parsers of order messages', () => {
  it('our patient reader reads back the patient', () => {
    const { patient } = fullOrder();
    const warnings = new Warnings();
    expect(
      readPatient(
        read(fullOrder()).find(({ name }) => name === 'PID')!,
        warnings,
      ),
    ).toMatchObject({
      identifiers: [
        { number: patient.mrn, authority: '2.999.2', type: 'MR' },
        { number: '999 000 1', authority: 'NHS', type: 'NH' },
        { number: 'P1', authority: 'https://example.org/pass', type: 'PPN' },
        { number: 'A1', authority: 'Insurer', type: null },
      ],
      names: [
        { family: 'Żółć', given: 'Ana', middle: 'Maria Eva', suffix: 'Jr.', prefix: 'Dr.', type: 'L' },
        { family: "O'Neil & Co", given: 'Ana', type: 'M' },
      ],
      birth_date: patient.birthDate,
      sex: 'F',
      addresses: [
        {
          street: '1 Main^St',
          other: 'Flat 2, Rear',
          city: 'Łódź',
          state: 'LD',
          postal_code: '90-001',
          country: 'POL',
        },
      ],
      contacts: ['+48421234567', '+48500111222', 'ana@example.org'],
      account_number: 'ACC-77',
      deleted_fields: [],
    });
    expect(warnings.list).toEqual([]);
  });

  it('our reader of hospital feeds reads the patient as stored', () => {
    const { patient } = fullOrder();
    const adt = readAdt(readMessage(writeOrderMessage(fullOrder())).message, { timeZone: 'UTC' });
    expect(adt.people[0]!.demographics).toMatchObject({
      name: { family: patient.name.family, prefix: 'Dr.', suffix: 'Jr.' },
      birth_date: patient.birthDate,
      sex: patient.sex,
      addresses: [{ city: 'Łódź', state: 'LD', postal_code: '90-001', country: 'PL', use: 'home' }],
      home_phones: [
        { value: '+48421234567', use: 'home' },
        { value: '+48500111222', use: 'mobile' },
      ],
      work_phones: [{ value: '+48427654321', use: 'work' }],
      emails: [{ value: 'ana@example.org' }],
    });
  });

  it('our reader of notes reads back every line', () => {
    const notes = 'first\r\nsecond\rthird\n\n  ~fifth | \\.br\\ ^ & "" ';
    const segments = read(withOrder({ notes, items: [fullOrder().order.items[0]!] }));
    expect(readNotes(segments.filter(({ name }) => name === 'NTE'))).toEqual([
      { source: 'P', text: 'first\nsecond\nthird\n\n  ~fifth | \\.br\\ ^ & ""' },
    ]);
  });

  it.each([
    ['OML^O21', fullOrder()],
    ['ORM^O01 of 2.3.1', fullOrder({ type: 'ORM^O01', version: '2.3.1' })],
    ['ORM^O01 of 2.5.1', fullOrder({ type: 'ORM^O01' })],
    ['a cancellation', fullOrder({ control: 'CA' })],
    ['a short order', shortOrder()],
  ])('node-hl7-client reads every field of %s as we do', (_name, message) => {
    const parts = compare(message);
    expect(parts.length).toBeGreaterThan(40);
    expect(parts.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
  });

  it.each(['""', ' ""', '"" '])('both read %j as text, not as a deletion', (text) => {
    const message = filled(Array.from({ length: 12 }, () => text));
    for (const segment of read(message))
      for (let field = 1; field <= segment.fieldCount; field++)
        expect([segment.place(field), segment.state(field)]).not.toContain('deleted');
    const differences = compare(message).filter(({ ours, theirs }) => ours !== theirs);
    expect(differences).toEqual([]);
    // The clinician is in ORC-12 and OBR-16.
    expect(compare(message).filter(({ ours }) => ours.includes('""'))).toHaveLength(13);
  });

  it('both read back any text from every field', () => {
    const piece = fc.oneof(
      fc.constantFrom(...NAUGHTY, ...OURS),
      fc.constantFrom(
        '""',
        '|',
        '^',
        '~',
        '\\',
        '&',
        '\\F\\',
        '\\X0D\\',
        '\\.br\\',
        '\r',
        '\n',
        '\r\n',
        '\t',
      ),
      fc.constantFrom('\x0b', '\x1c\r', '\x7f', '😀', 'محمد', 'e\u0301', '\u202e', '\u2028', 'MSH|', 'OBX'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const text = fc
      .array(piece, { minLength: 1, maxLength: 4 })
      .map((parts) =>
        parts
          .join('')
          .slice(0, 120)
          .toWellFormed()
          .replace(/[\0\uFFFD]/g, ''),
      )
      .filter((joined) => joined.trim() !== '');
    fc.assert(
      fc.property(fc.array(text, { minLength: 12, maxLength: 12 }), (texts) => {
        const message = filled(texts);
        expect(unencodable(message)).toEqual([]);
        const segments = read(message);
        const { reading } = readMessage(writeOrderMessage(message)).message;
        const tree = (name: string, field: number) =>
          fieldTree(segments.find((segment) => segment.name === name)!.field(field), reading);
        expect(segments.map(({ name }) => name).join(' ')).toMatch(
          /^MSH PID PV1 ORC TQ1 OBR (NTE )+DG1 OBX OBX SPM$/,
        );
        expect(tree('PID', 5)[0]!.slice(0, 2)).toEqual([[texts[0]], [texts[1]]]);
        expect(tree('PID', 3)[0]![0]).toEqual([texts[2]]);
        expect(tree('PID', 11)[0]![2]).toEqual([texts[3]]);
        expect(tree('PID', 18)).toEqual([[[texts[4]]]]);
        expect(tree('OBR', 4)[0]!.slice(0, 2)).toEqual([[texts[5]], [texts[6]]]);
        expect(tree('OBR', 16)[0]![1]).toEqual([texts[7]]);
        expect(tree('DG1', 3)[0]![1]).toEqual([texts[8]]);
        const answer = segments.filter(({ name }) => name === 'OBX')[1]!;
        expect(answer.verbatim(5)).toBe(texts[9]!.replace(/\r\n?/g, '\n'));
        expect(tree('SPM', 4)[0]![1]).toEqual([texts[10]]);
        const notes = segments.filter(({ name }) => name === 'NTE');
        expect(notes.map((note) => reading.unescape(note.field(3))).join('\n')).toBe(
          texts[11]!.replace(/\r\n?/g, '\n'),
        );
        for (const segment of segments)
          for (let field = 1; field <= segment.fieldCount; field++)
            expect(segment.state(field)).not.toBe('deleted');
        expect(compare(message).filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
      }),
      { numRuns: 40, seed: 20_261_126 },
    );
  });
});

/** A message with these texts in the fields that users fill. */
function filled(texts: readonly string[]): OrderMessage {
  const base = fullOrder();
  const [item] = base.order.items;
  const [family, given, mrn, city, account, code, name, clinician, diagnosis, answer, specimen, notes] =
    texts as string[];
  return {
    ...base,
    accountNumber: account!,
    patient: {
      ...base.patient,
      mrn: mrn!,
      name: { ...base.patient.name, family: family!, given: [given!] },
      addresses: [{ ...base.patient.addresses[0]!, city: city! }],
    },
    order: {
      ...base.order,
      notes: notes!,
      diagnoses: [{ code: 'E11.9', system: 'icd-10', description: diagnosis! }],
      orderingClinician: { identifiers: [], name: clinician! },
      items: [
        {
          ...item!,
          code: code!,
          name: name!,
          specimen: { type: specimen!, type_code: null, container: 'Tube' },
          answers: [{ code: 'Q', text: 'Question', type: 'text', value: answer! }],
        },
      ],
    },
  };
}

function read(message: OrderMessage): readonly Segment[] {
  const { message: parsed, problem, warnings } = readMessage(writeOrderMessage(message));
  expect({ problem, warnings }).toEqual({ problem: null, warnings: [] });
  return parsed.segments;
}

interface Part {
  place: string;
  ours: string;
  theirs: string;
}

/** Every subcomponent of every field in both parsers. */
function compare(message: OrderMessage): Part[] {
  const bytes = writeOrderMessage(message);
  const { message: parsed } = readMessage(bytes);
  const theirs = new Theirs({ text: bytes.toString('utf8') }).toArray();
  expect(theirs.length).toBe(parsed.segments.length);
  return parsed.segments.flatMap((segment, index) => {
    const fields = theirs[index]!.toArray();
    const isHeader = segment.name === 'MSH';
    return Array.from({ length: segment.fieldCount - (isHeader ? 2 : 0) }, (_, at) => {
      const number = at + (isHeader ? 3 : 1);
      const ours = fieldTree(segment.field(number), parsed.reading);
      const foreign = fields[isHeader ? number - 1 : number];
      return ours.flatMap((repetition, nth) =>
        repetition.flatMap((component, c) =>
          component.map((part, s): Part => {
            const node: HL7Node | undefined = foreign?.toArray()[nth]?.toArray()[c]?.toArray()[s];
            // It cuts blanks off the end of a segment.
            const whole = (text: string) => (number === segment.fieldCount ? text.trimEnd() : text);
            return {
              place: `${segment.place(number)}[${nth}].${c + 1}.${s + 1}`,
              ours: whole(part),
              theirs: whole(node?.toString() ?? ''),
            };
          }),
        ),
      );
    }).flat();
  });
}
