import type { Random } from '../../support/random';

/** Changes bytes of a message like faulty senders, networks and people do. Some messages stay valid. */

const PIECES = [
  '|',
  '^',
  '~',
  '\\',
  '&',
  '#',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\x0b',
  '\x1c\r',
  '""',
  '\uFEFF',
  ' ',
  '\\F\\',
  '\\X',
  '\\X00\\',
  '\\X4',
  '\\.br\\',
  '\\.sp99999\\',
  '\\C2842\\',
  '\\Z',
  '\\E\\E\\',
  '\\\\\\\\',
  'MSH|',
  'MSH|^~\\&|',
  'PID|',
  'OBR|',
  'OBX|',
  'OBX|1|NM|',
  'ORC|',
  'NTE|1||',
  'SPM|',
  'ZZZ|',
  'BHS|',
  'FTS',
  '<',
  '<0.5',
  '>=',
  '1e999',
  'NaN',
  '-0',
  '0x10',
  '1,5',
  '00000',
  '99991231235959+9999',
  '20260230',
  'ED',
  'SN',
  'NM',
  'TX',
  'CWE',
  'RP',
  'ORU^R01',
  'ADT^A01',
  'P',
  'T',
  '2.3',
  '2.5.1',
  'UNICODE UTF-8',
  '8859/1',
  'ISO IR87',
  'JVBERi0',
  '^^PDF^Base64^JVBERi0x',
  '\u001b$B',
  'é',
  '😀',
  'constructor',
  '__proto__',
].map((text) => Buffer.from(text, 'utf8'));

export function mutate(message: Buffer, random: Random): Buffer {
  let bytes = message;
  const changes = 1 + random.below(6);
  for (let change = 0; change < changes; change++) bytes = once(bytes, random);
  return bytes;
}

function once(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  // Most relevant changes are short: a field or two.
  const to = Math.min(at + (random.below(8) === 0 ? random.below(2_000) : random.below(12)), bytes.length);
  const put = (...pieces: Buffer[]) => Buffer.concat([bytes.subarray(0, at), ...pieces, bytes.subarray(to)]);
  switch (random.below(9)) {
    case 0:
      return put();
    case 1:
      return put(Buffer.from([random.below(256)]));
    case 2:
      return put(random.pick(PIECES));
    case 3:
      return put(bytes.subarray(at, to), random.pick(PIECES), bytes.subarray(at, to));
    case 4:
      return put(Buffer.concat(Array.from({ length: random.below(200) }, () => random.pick(PIECES))));
    case 5: {
      const piece = random.pick(PIECES);
      return put(Buffer.alloc(piece.length * random.below(500), piece));
    }
    case 6:
      return withLines(bytes, (lines) => lines.splice(random.below(lines.length), 1));
    case 7:
      return withLines(bytes, (lines) => lines.splice(random.below(lines.length), 0, random.pick(lines)));
    default:
      return withLines(bytes, (lines) => {
        const [line] = lines.splice(random.below(lines.length), 1);
        lines.splice(random.below(lines.length + 1), 0, line!);
      });
  }
}

function withLines(bytes: Buffer, change: (lines: string[]) => void): Buffer {
  const lines = bytes.toString('latin1').split('\r');
  change(lines);
  return Buffer.from(lines.join('\r'), 'latin1');
}
