import { describe, expect, it } from 'vitest';
import { readOrderAnswer, type OrderAnswer } from '../../../server/hl7v2/read-order-answer';
import { writeOrderMessage } from '../../../server/hl7v2/write/order-message';
import { CRAFTED } from '../../audits/hl7v2/crafted';
import { mutate } from '../../audits/hl7v2/mutate';
import { er7 } from '../../support/hl7';
import { fullOrder } from '../../support/order-messages';
import { seeded } from '../../support/random';

/** Answers written after HL7 2.3.1 and 2.5.1, chapters 2 and 4. */

const msh = (type: string, version: string) =>
  `MSH|^~\\&|LIS|LAB|CDS|CLINIC|20261105140710+0100||${type}|A-1|P|${version}`;
const ACK = msh('ACK^O21^ACK', '2.5.1');
const ORL = msh('ORL^O22^ORL_O22', '2.5.1');
const ORR = msh('ORR^O02^ORR_O02', '2.3.1');
const PID = 'PID|1||MRN-1^^^CLINIC^MR||Doe^Jane';

const none = { placer: null, filler: null, control: '', status: null, reason: null, item: null, codes: [] };
const read = (...lines: string[]): OrderAnswer => readOrderAnswer(er7(...lines));

describe('an answer to an order', () => {
  it.each(['AA', 'AE', 'AR', 'CA', 'CE', 'CR'] as const)('is read with the code %s', (code) => {
    expect(read(ACK, `MSA|${code}|M-1`)).toEqual({
      readable: true,
      controlId: 'M-1',
      code,
      text: null,
      orders: [],
    });
  });

  it.each([
    ['aa', 'AA'],
    [' AA ', 'AA'],
    ['OK', null],
    ['', null],
    ['""', null],
  ])('with the code %j is %j', (sent, code) => {
    expect(read(ACK, `MSA|${sent}|M-1`)).toMatchObject({ controlId: 'M-1', code });
  });

  it('has the text of the laboratory and every ERR as received', () => {
    expect(
      read(
        ACK,
        'MSA|AE|M-1|Test UCX \\T\\ GLU|||207^Application error^HL70357',
        'ERR||OBR^1^4|103^Table value not found^HL70357|E||||Unknown test',
        'ERR||PID^1^7|102^Data type error^HL70357|E',
      ),
    ).toMatchObject({
      code: 'AE',
      text: [
        'Test UCX & GLU',
        'Application error',
        'ERR||OBR^1^4|103^Table value not found^HL70357|E||||Unknown test',
        'ERR||PID^1^7|102^Data type error^HL70357|E',
      ].join('\n'),
    });
  });

  it('ORL^O22 has the result of each test', () => {
    expect(
      read(
        ORL,
        'MSA|AA|M-1',
        PID,
        'ORC|OK|10000000017^CDS|F-1^LIS',
        'OBR|1|10000000017^CDS|F-1^LIS|GLU^Glucose^L^1558-6^^LN',
        'ORC|UA|10000000017^CDS|||CA|||||||||||^Specimen type not accepted',
        'OBR|2|10000000017^CDS||UCX^Urine culture^L',
        'NTE|1|L|Send in a boric acid tube.~Call 555',
      ),
    ).toEqual({
      readable: true,
      controlId: 'M-1',
      code: 'AA',
      text: null,
      orders: [
        {
          ...none,
          placer: '10000000017',
          filler: 'F-1',
          control: 'OK',
          item: 1,
          codes: ['GLU', '1558-6'],
        },
        {
          ...none,
          placer: '10000000017',
          control: 'UA',
          status: 'CA',
          reason: 'Specimen type not accepted\nSend in a boric acid tube.\nCall 555',
          item: 2,
          codes: ['UCX'],
        },
      ],
    });
  });

  it('ORR^O02 may have an ORC without OBR', () => {
    expect(read(ORR, 'MSA|AA|M-1', PID, 'ORC|NA|10000000017|F-7')).toMatchObject({
      orders: [{ ...none, placer: '10000000017', filler: 'F-7', control: 'NA' }],
    });
  });

  it.each([
    ['CR', 'canceled as requested'],
    ['UC', 'unable to cancel'],
    ['DE', 'data errors'],
    ['OC', 'canceled by the laboratory'],
  ])('has the control %s (%s)', (control) => {
    expect(read(ORL, 'MSA|AA|M-2', PID, `ORC|${control}|10000000017`)).toMatchObject({
      orders: [{ control }],
    });
  });

  it('takes the numbers of the OBR if the ORC has none', () => {
    expect(read(ORL, 'MSA|AA|M-1', 'ORC|OK', 'OBR|1|10000000017|F-1|GLU')).toMatchObject({
      orders: [{ placer: '10000000017', filler: 'F-1', control: 'OK', item: 1 }],
    });
  });

  it('gives each OBR below one ORC its control', () => {
    expect(read(ORL, 'MSA|AA|M-1', 'ORC|OK|1', 'OBR|1|1|F-1|GLU', 'OBR|2|1|F-2|UCX')).toMatchObject({
      orders: [
        { control: 'OK', item: 1, codes: ['GLU'] },
        { control: 'OK', item: 2, codes: ['UCX'] },
      ],
    });
  });

  it('accepts other separators, line ends, and a control ID with separators', () => {
    expect(
      readOrderAnswer(Buffer.from('\x0bMSH#*+%$#LIS#LAB\nMSA#AA#M*1\nORC#OK#P*X#F\n\x1c\r')),
    ).toMatchObject({ controlId: 'M*1', code: 'AA', orders: [{ placer: 'P', filler: 'F' }] });
  });

  it('reads text in the declared character set', () => {
    const bytes = Buffer.from(`${ACK}||||||8859/2\rMSA|AR|M-1|b\xb3\xb1d\r`, 'latin1');
    expect(readOrderAnswer(bytes)).toMatchObject({ text: 'błąd' });
  });

  it('shortens a text that no one would read', () => {
    const answer = read(ACK, `MSA|AR|M-1|x${'😀'.repeat(9_000)}`);
    expect(answer).toMatchObject({ readable: true });
    const { text } = answer as { text: string };
    expect([text.length, text.isWellFormed(), text.endsWith('…')]).toEqual([4_001, true, true]);
  });

  it.each([
    ['', 'The answer does not start with MSH.'],
    ['HTTP/1.1 502 Bad Gateway', 'The answer does not start with MSH.'],
    [ACK, 'The answer has neither an MSA segment nor an order.'],
    [`${ACK}\rMSA|AA|1\r${ACK}\rMSA|AA|2`, 'The answer contains several messages.'],
    ['MSH|||||\rMSA|AA|1', null],
    ['MSH|^^\\&|\rMSA|AA|1', 'The separators in MSH-1 and MSH-2 cannot be used.'],
  ])('%j is readable, or the reason is %j', (text, reason) => {
    const answer = readOrderAnswer(Buffer.from(text));
    if (reason === null) expect(answer.readable).toBe(true);
    else expect(answer).toEqual({ readable: false, reason });
  });

  it('never throws', () => {
    const random = seeded(20_261_126);
    const answers = [
      er7(ACK, 'MSA|AA|M-1'),
      er7(ACK, 'MSA|AE|M-1|x\\X41\\|||207', 'ERR||PID^1|101|E'),
      er7(ORL, 'MSA|AA|M-1', PID, 'ORC|OK|1|2', 'OBR|1|1|2|A^B^L', 'NTE|1|L|x', 'SPM|1'),
      er7(ORR, 'MSA|AA|M-1', 'ORC|UA|1||||||||||||||A^B', 'ORC|NA|2|3'),
      writeOrderMessage(fullOrder()),
      ...CRAFTED,
    ];
    let readable = 0;
    for (let count = 0; count < 2_000; count++) {
      const answer = readOrderAnswer(mutate(random.pick(answers), random));
      if (answer.readable) readable++;
      else expect(answer.reason).not.toBe('');
    }
    expect(readable).toBeGreaterThan(1_000);
    expect(readable).toBeLessThan(2_000);
  });

  // If reading is not linear, this takes minutes.
  it.each([
    ['orders', 'ORC|OK|1\r'],
    ['notes', 'NTE|1|L|x\r'],
    ['errors', 'ERR|x\r'],
    ['repetitions', '~'],
    ['escapes', '\\X0D\\'],
  ])('of only %s is read', (_name, piece) => {
    const answer = read(ORL, 'MSA|AA|M-1', 'ORC|OK|1', `NTE|1|L|${piece.repeat(60_000 / piece.length)}`);
    expect(answer).toMatchObject({ readable: true, code: 'AA' });
  });
});
