import { describe, expect, it } from 'vitest';
import { acknowledge, type Answers } from '../../../server/hl7v2/acknowledge';
import { checkStructure } from '../../../server/hl7v2/check-structure';
import type { ProblemReason } from '../../../server/data-types/inbound-message-codes';
import { problem, type Problem } from '../../../server/hl7v2/problems';
import { readMessage } from '../../../server/hl7v2/read-message';
import { er7, MSH, OBR, PID } from '../../support/hl7';

const now = new Date('2026-01-05T14:30:07.123Z');
const answer = (message: Buffer, reported: Problem | null = null): Answers =>
  acknowledge({ header: readMessage(message).header, problem: reported, now, newControlId: () => 'OUR-1' });
const lines = ({ application }: Answers): string[] => application!.bytes.toString('latin1').split('\r');
const withFields = (fields: Record<number, string>): string =>
  Array.from({ length: 18 }, (_, index) => fields[index + 1] ?? MSH.split('|')[index] ?? '').join('|');
const header = (fields: Record<number, string> = {}): Buffer => er7(withFields(fields), PID, OBR);

describe('acknowledgment', () => {
  it('accepts a message', () => {
    const { accept, application } = answer(header());
    expect([accept, application!.code]).toEqual([null, 'AA']);
    expect(application!.bytes.toString()).toBe(
      'MSH|^~\\&|CDS|CLINIC|LIS|LAB|20260105143007+0000||ACK^R01^ACK|OUR-1|P|2.5.1\rMSA|AA|C1\r',
    );
  });

  it('repeats the control ID byte for byte, in the charset of the sender', () => {
    const id = Buffer.from([0x20, 0x61, 0xfc, 0x5c, 0x54, 0x5c, 0x5e, 0x26, 0x7e, 0xff, 0x20]);
    const [before, after] = withFields({ 10: 'ID', 18: '8859/1' }).split('ID');
    const sent = Buffer.concat([Buffer.from(before!), id, Buffer.from(`${after!}\r${PID}\r`)]);
    const bytes = answer(sent).application!.bytes;
    expect(bytes.includes(Buffer.concat([Buffer.from('\rMSA|AA|'), id, Buffer.from('\r')]))).toBe(true);
    expect(bytes.toString('latin1').split('\r')[0]!.split('|')[17]).toBe('8859/1');
  });

  it('uses the separators of the sender', () => {
    const sent = Buffer.from('MSH#*+%$#A*1#B#C#D#2026##ORU*R01#7*8#P#2.5\rPID#1\r');
    expect(lines(answer(sent, problem('no_order')))).toEqual([
      'MSH#*+%$#C#D#A*1#B#20260105143007+0000##ACK*R01*ACK#OUR-1#P#2.5',
      'MSA#AE#7*8',
      'ERR##OBR*1#100*Segment sequence error*HL70357#E###There is no OBR segment.#There is no OBR segment.',
      '',
    ]);
    const five = Buffer.from('MSH|^~\\&#|A||||||ORU^R01|1|P|2.7\r');
    expect(lines(answer(five))[0]).toContain('MSH|^~\\&#|');
  });

  it.each([
    ['2.1', 'ACK'],
    ['2.2', 'ACK'],
    ['2.3', 'ACK^R01'],
    ['2.3.1', 'ACK^R01^ACK'],
    ['2.4', 'ACK^R01^ACK'],
    ['2.8', 'ACK^R01^ACK'],
    ['2.5.1^USA', 'ACK^R01^ACK'],
    ['', 'ACK^R01^ACK'],
  ])('to version %j has the type %s', (version, type) => {
    expect(lines(answer(header({ 12: version })))[0]!.split('|')[8]).toBe(type);
  });

  it('has no event when the message has none', () => {
    expect(lines(answer(header({ 9: 'ORU' })))[0]!.split('|')[8]).toBe('ACK');
    expect(lines(answer(header({ 9: 'ORU^R30' })))[0]!.split('|')[8]).toBe('ACK^R30^ACK');
  });

  it.each([
    ['2.3', 'MSA|AE|C1|There is no PID segment.', 'ERR|PID^1^^100&Segment sequence error&HL70357'],
    ['2.4', 'MSA|AE|C1|There is no PID segment.', 'ERR|PID^1^^100&Segment sequence error&HL70357'],
    [
      '2.5',
      'MSA|AE|C1',
      'ERR||PID^1|100^Segment sequence error^HL70357|E|||There is no PID segment.|There is no PID segment.',
    ],
  ])('reports the error as version %s defines it', (version, msa, err) => {
    expect(lines(answer(header({ 12: version }), problem('no_patient'))).slice(1, 3)).toEqual([msa, err]);
  });

  it('reports "value too long" only where the table has it', () => {
    const code = (version: string) => lines(answer(header({ 12: version }), problem('too_large')))[2]!;
    expect(code('2.7')).toContain('ERR|||104^Value too long^HL70357|E');
    expect(code('2.5')).toContain('ERR|||207^Application error^HL70357|E');
    expect(code('2.3')).toBe('ERR|^^^207&Application error&HL70357');
  });

  it('escapes our own text', () => {
    const sent = Buffer.from('MSH|^~\\&.|A||||||ORU^R01|1|P|2.4\r'.replace('&.', '.'));
    expect(lines(answer(sent, problem('no_patient')))[1]).toBe('MSA|AE|1|There is no PID segment\\T\\');
  });

  it('without a usable header uses the standard separators', () => {
    expect(lines(answer(Buffer.from('hello'), problem('no_header')))).toEqual([
      'MSH|^~\\&|||||20260105143007+0000||ACK|OUR-1',
      'MSA|AR',
      'ERR||MSH^1|100^Segment sequence error^HL70357|E|||The message does not start with MSH.|The message does not start with MSH.',
      '',
    ]);
    const [msh, msa] = lines(answer(header({ 2: '&&&&' }), problem('encoding_characters')));
    expect([msh!.slice(0, 9), msa]).toEqual(['MSH|^~\\&|', 'MSA|AR|C1']);
  });

  it('repeats nothing of a header whose separators conflict with the encoding', () => {
    const [msh, msa] = lines(answer(Buffer.from('MSH^~^a^b^c^d'), problem('encoding_characters')));
    expect([msh!.slice(0, 14), msa]).toEqual(['MSH|^~\\&|||||2', 'MSA|AR']);
  });

  it('completes missing separators', () => {
    expect(lines(answer(header({ 2: '^~' })))[0]!.startsWith('MSH|^~\\&|CDS|')).toBe(true);
  });

  it.each<[ProblemReason, string, string]>([
    ['too_large', 'AR', '104'],
    ['no_header', 'AR', '100'],
    ['encoding_characters', 'AR', '102'],
    ['several_messages', 'AE', '100'],
    ['too_many_segments', 'AE', '100'],
    ['type_missing', 'AR', '101'],
    ['type_not_accepted', 'AR', '200'],
    ['event_not_accepted', 'AR', '201'],
    ['processing_id', 'AR', '202'],
    ['no_patient', 'AE', '100'],
    ['no_order', 'AE', '100'],
    ['order_before_patient', 'AE', '100'],
    ['result_without_order', 'AE', '100'],
    ['unknown_sender', 'AR', '207'],
    ['other_receiver', 'AR', '207'],
    ['not_available', 'AE', '207'],
  ])('to %s is %s with %s', (reason, code, error) => {
    const answers = answer(header({ 12: '2.8' }), problem(reason));
    expect(answers.application!.code).toBe(code);
    expect(lines(answers)[1]).toBe(`MSA|${code}|C1`);
    expect(lines(answers)[2]!.split('|')[3]!.split('^')[0]).toBe(error);
  });
});

describe('enhanced mode', () => {
  const error = problem('no_order');
  const reject = problem('type_not_accepted');
  const codes = (accept: string, application: string, reported: Problem | null) => {
    const answers = answer(header({ 15: accept, 16: application }), reported);
    return `${answers.accept?.code ?? '-'} ${answers.application?.code ?? '-'}`;
  };

  it.each([
    // MSH-15, MSH-16: accepted, error, rejected
    ['', '', '- AA', '- AE', '- AR'],
    ['""', '""', '- AA', '- AE', '- AR'],
    ['AL', 'AL', 'CA AA', 'CA AE', 'CR -'],
    ['AL', 'NE', 'CA -', 'CE -', 'CR -'],
    ['AL', '', 'CA -', 'CE -', 'CR -'],
    ['AL', 'ER', 'CA -', 'CA AE', 'CR -'],
    ['AL', 'SU', 'CA AA', 'CE -', 'CR -'],
    ['NE', 'AL', '- AA', '- AE', '- AR'],
    ['', 'AL', '- AA', '- AE', '- AR'],
    ['ER', 'AL', '- AA', '- AE', 'CR -'],
    ['ER', 'NE', '- -', 'CE -', 'CR -'],
    ['SU', 'NE', 'CA -', '- -', '- -'],
    ['SU', 'AL', 'CA AA', 'CA AE', '- AR'],
    ['NE', 'NE', '- -', '- -', '- -'],
    ['XX', 'NE', 'CA -', 'CE -', 'CR -'],
  ])('responds to %j and %j', (accept, application, taken, broken, rejected) => {
    expect([null, error, reject].map((reported) => codes(accept, application, reported))).toEqual([
      taken,
      broken,
      rejected,
    ]);
  });

  it('reports an error once', () => {
    const answers = answer(header({ 15: 'AL', 16: 'AL' }), error);
    expect(answers.accept!.bytes.toString()).not.toContain('ERR');
    expect(answers.application!.bytes.toString()).toContain('ERR');
    expect(answer(header({ 15: 'AL' }), reject).accept!.bytes.toString()).toContain('\rMSA|CR|C1\rERR|');
  });
});

it('two-byte message is acknowledged in UTF-8', () => {
  const read = readMessage(Buffer.from(`\uFEFF${MSH}\r${PID}\r${OBR}\r`, 'utf16le'));
  expect(checkStructure(read, { sandbox: false, policy: 'production' }).problem).toBeNull();
  const { application } = acknowledge({ header: read.header, problem: null, now, newControlId: () => '1' });
  expect(application!.bytes.toString()).toContain('MSA|AA|C1\r');
});
