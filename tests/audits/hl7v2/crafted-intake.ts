import { er7, OBR, PID } from '../../support/hl7';
import { mshWith } from '../../support/laboratory';

/** Sixty messages from faulty or hostile senders, with the expected acknowledgment on a sandbox connection. */

export type Crafted = [name: string, bytes: Buffer, code: 'AA' | 'AE' | 'AR'];

const OBX = 'OBX|1|NM|GLU^Glucose||5.1|mmol/L|||||F';
const of = (fields: Record<number, string>, ...rest: string[]): Buffer =>
  er7(mshWith(fields), PID, OBR, ...(rest.length > 0 ? rest : [OBX]));
const lines = (...rest: string[]): Buffer => er7(mshWith({}), ...rest);
const joined = (end: string, ...rest: string[]): Buffer => Buffer.from(rest.join(end), 'utf8');
const MSH = mshWith({});
const raw = (text: string): Buffer => Buffer.from(text, 'latin1');
const x = (times: number, text = 'x'): string => text.repeat(times);

const HEADS: Crafted[] = [
  ['no header at all', lines().subarray(4), 'AR'],
  ['only a header', lines(), 'AE'],
  ['header without end', raw(MSH), 'AE'],
  ['empty', Buffer.alloc(0), 'AR'],
  ['only line ends', raw('\r\n\r\n'), 'AR'],
  ['only NUL', Buffer.alloc(100), 'AR'],
  ['text', raw('The quick brown fox'), 'AR'],
  ['JSON', raw('{"resourceType":"Bundle"}'), 'AR'],
  ['HTTP', raw('POST / HTTP/1.1\r\nHost: a\r\n\r\n'), 'AR'],
  ['small letters', raw(MSH.toLowerCase()), 'AR'],
  ['MSH and a letter', raw(`MSHX${MSH.slice(4)}`), 'AR'],
  ['encoding characters all alike', raw(MSH.replace('^~\\&', '^^^^')), 'AR'],
  ['no encoding characters', raw(MSH.replace('^~\\&', '')), 'AE'],
  ['encoding characters twice the same', Buffer.from(of({}).toString().replace('^~\\&', '^^\\&')), 'AR'],
  ['five encoding characters', Buffer.from(of({}).toString().replace('^~\\&', '^~\\&#')), 'AA'],
  ['other encoding characters', raw(of({}).toString().replaceAll('^', '*').replace('*~\\&', '*~\\&')), 'AA'],
  ['a header of 300 KB', of({ 3: x(300_000) }), 'AA'],
  ['10,000 fields in the header', of({ 20: x(10_000, '|') }), 'AA'],
];

const WHAT: Crafted[] = [
  ['no type', of({ 9: '' }), 'AR'],
  ['type of blanks', of({ 9: '   ' }), 'AR'],
  ['type without event', of({ 9: 'ORU' }), 'AA'],
  ['type as structure', of({ 9: 'ORU_R01' }), 'AA'],
  ['point of care', of({ 9: 'ORU^R30' }), 'AA'],
  ['alert', of({ 9: 'ORU^R40' }), 'AA'],
  ['order', of({ 9: 'ORM^O01' }), 'AR'],
  ['an answer of ours', raw('MSH|^~\\&|A|B|C|D|2026||ACK|1|P|2.5\rMSA|AA|1\r'), 'AR'],
  ['unknown event', of({ 9: 'ORU^R99' }), 'AR'],
  ['type as a script', of({ 9: '<script>' }), 'AR'],
  ['training', of({ 11: 'T' }), 'AA'],
  ['debugging', of({ 11: 'D' }), 'AA'],
  ['no processing ID', of({ 11: '' }), 'AA'],
  ['unknown processing ID', of({ 11: 'X' }), 'AR'],
  ['processing ID with mode', of({ 11: 'P^T' }), 'AA'],
  ['version of the future', of({ 12: '3.14' }), 'AA'],
  ['no version', of({ 12: '' }), 'AA'],
  ['no control ID', of({ 10: '' }), 'AA'],
  ['control ID of 1,000 characters', of({ 10: x(1_000) }), 'AA'],
  ['control ID of separators', of({ 10: '^~&' }), 'AA'],
  ['control ID for SQL', of({ 10: "'; DROP TABLE patients; --" }), 'AA'],
];

const INSIDE: Crafted[] = [
  ['no patient', lines(OBR, OBX), 'AE'],
  ['no order', lines(PID, OBX), 'AE'],
  ['order before patient', lines(OBR, PID, OBX), 'AE'],
  ['result before order', lines(PID, OBX, OBR), 'AE'],
  ['two patients', lines(PID, OBR, OBX, PID, OBR, OBX), 'AA'],
  ['a patient without orders among others', lines(PID, PID, OBR, OBX), 'AA'],
  ['two messages', Buffer.concat([of({}), of({})]), 'AE'],
  ['a thousand lines', of({}, ...Array.from({ length: 1_000 }, () => OBX)), 'AA'],
  ['too many segments', Buffer.concat([of({}), raw(x(250_001, 'NTE|\r'))]), 'AE'],
  ['line ends of Windows', joined('\r\n', MSH, PID, OBR, OBX), 'AA'],
  ['line ends of Unix', joined('\n', MSH, PID, OBR, OBX), 'AA'],
  ['a byte order mark', Buffer.concat([raw('\xef\xbb\xbf'), of({})]), 'AA'],
  ['text that breaks its line', of({}, 'OBX|1|TX|N||one', 'two', 'three||||||F'), 'AA'],
  ['escapes without end', of({}, `OBX|1|TX|N||\\X${x(500, '4')}\\H\\\\\\||||||F`), 'AA'],
  ['ten thousand escapes', of({}, `OBX|1|TX|N||${x(10_000, '\\E\\')}||||||F`), 'AA'],
  ['a value of a megabyte', of({}, `OBX|1|TX|N||${x(1_000_000)}||||||F`), 'AA'],
  ['an invalid attachment', of({}, 'OBX|1|ED|N||^^PDF^Base64^!!!!||||||F'), 'AA'],
];

const BYTES: Crafted[] = [
  ['NUL inside', Buffer.from(of({}).toString().replace('Glucose', 'Glu\0cose')), 'AA'],
  ['bytes of 8859/1 as UTF-8', Buffer.concat([of({ 18: 'UNICODE UTF-8' }), raw('NTE|1||M\xfcller\r')]), 'AA'],
  ['an unknown charset', of({ 18: 'EBCDIC' }), 'AA'],
  ['UTF-16', Buffer.from(`\uFEFF${of({}).toString()}`, 'utf16le'), 'AA'],
];

export const CRAFTED_INTAKE: Crafted[] = [...HEADS, ...WHAT, ...INSIDE, ...BYTES];
