import { describe, expect, it } from 'vitest';
import type { NormalAttachment } from '../../../server/hl7v2/normal-message';
import { normalize } from '../../../server/hl7v2/normalize';
import { readMessage } from '../../../server/hl7v2/read-message';
import { er7, MSH, OBR, PID } from '../../support/hl7';

const pdf = Buffer.from(`%PDF-1.4\n${'content of a report\n'.repeat(20)}%%EOF\n`);
const base64 = pdf.toString('base64');
const hex = pdf.toString('hex');
const eachEncoded = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size).toString('base64'),
  );

function read(...lines: string[]) {
  const { reports, warnings } = normalize(readMessage(er7(MSH, PID, OBR, ...lines)).message, {
    timeZone: 'UTC',
  });
  return { observations: reports[0]!.panels[0]!.observations, warnings: warnings.map(({ code }) => code) };
}
const ed = (value: string) => `OBX|1|ED|PDF^Report||${value}||||||F`;
const tx = (value: string, code = 'PDF^Report', type = 'TX') => `OBX|1|${type}|${code}||${value}||||||F`;
const files = (attachments: NormalAttachment[]) =>
  attachments.map((file) =>
    file.kind === 'file'
      ? [file.media_type, file.complete, file.bytes.equals(pdf)]
      : file.kind === 'pointer'
        ? file.reference
        : file.kind,
  );

describe('embedded files', () => {
  it.each([
    ['as the standard says', `^application^pdf^Base64^${base64}`],
    ['without type', `^^PDF^Base64^${base64}`],
    ['without encoding', `^^^^${base64}`],
    ['one component too far', `^^^^^${base64}`],
    ['one component too near', `^TX^PDF^${base64}`],
    ['with line ends inside', `^^PDF^Base64^${base64.replace(/.{76}/g, '$&\\.br\\')}`],
    ['with broken lines', `^^PDF^BASE64^${base64.replace(/.{76}/g, '$&\n')}`],
    ['without padding', `^^PDF^Base64^${base64.replace(/=+$/, '')}`],
    ['in hexadecimal', `^^PDF^Hex^${pdf.toString('hex')}`],
  ])('are read %s', (_name, value) => {
    const { observations, warnings } = read(ed(value));
    expect(files(observations[0]!.attachments)).toEqual([['application/pdf', true, true]]);
    expect(observations[0]!.value).toMatchObject({ type: 'attachment', text: null });
    expect(warnings.filter((code) => code !== 'continued_line')).toEqual([]);
  });

  it.each([
    ['not Base64', '^^PDF^Base64^This is a text', ['attachment_unreadable'], ['unreadable']],
    [
      'a character off',
      `^^PDF^Base64^${base64.slice(0, 100)}*${base64.slice(101)}`,
      ['attachment_unreadable'],
      ['unreadable'],
    ],
    ['nothing', '^application^pdf^Base64^', ['attachment_unreadable'], ['unreadable']],
    [
      'cut off',
      `^^PDF^Base64^${base64.slice(0, 200)}`,
      ['attachment_incomplete'],
      [['application/pdf', false, false]],
    ],
    ['of no known kind', '^^JPEG^Base64^AAAAAAAA', [], [[null, true, false]]],
  ])('that are %s', (_name, value, warnings, expected) => {
    const found = read(ed(value));
    expect(found.warnings).toEqual(warnings);
    expect(files(found.observations[0]!.attachments)).toEqual(expected);
  });

  it('that are references are stored and never fetched', () => {
    const { observations } = read('OBX|1|RP|X^X||https://10.0.0.1/a?b=1\\T\\c=2^VIEW^image^PICT||||||F');
    expect(observations[0]!.attachments).toEqual([
      {
        kind: 'pointer',
        place: 'OBX[1]-5',
        reference: 'https://10.0.0.1/a?b=1&c=2',
        application: 'VIEW',
        stated_type: 'image/PICT',
      },
    ]);
  });

  const pieces = base64.match(/.{1,100}/g)!;
  const line = (value: string, sub = '', code = 'PDF^Report') => `OBX|1|ED|${code}|${sub}|${value}||||||F`;
  it.each([
    ['over lines', pieces.map((piece) => line(`^AP^PDF^Base64^${piece}`))],
    ['over lines with numbers', pieces.map((piece, at) => line(`^AP^PDF^Base64^${piece}`, `${at + 1}`))],
    ['each encoded on its own', eachEncoded(pdf, 100).map((piece) => line(`^AP^PDF^Base64^${piece}`, '1'))],
    ['over repetitions', [line(`^AP^PDF^Base64^${pieces.join('~')}`)]],
    ['with components in each', [line(pieces.map((piece) => `^AP^PDF^Base64^${piece}`).join('~'))]],
    [
      'with a test in the first alone',
      pieces.map((piece, at) => line(piece, '', at === 0 ? 'PDF^Report' : '')),
    ],
    ['with blanks', [line(`^AP^PDF^Base64^${pieces.join(' ')}`)]],
    [
      'in hexadecimal over lines',
      [0, 200].map((at) => line(`^AP^PDF^Hex^${hex.slice(at, at === 0 ? 200 : undefined)}`)),
    ],
    [
      'with the headers of a mail',
      ['Content-Type: application/pdf; name="r.pdf"', 'Content-Transfer-Encoding: base64', '', ...pieces].map(
        (piece) => line(piece, '1', ''),
      ),
    ],
  ])('in parts %s are one file at one line', (_name, sent) => {
    const { observations, warnings } = read(...sent);
    expect(observations.map(({ attachments }) => files(attachments))).toEqual([
      [['application/pdf', true, true]],
    ]);
    expect(warnings.filter((code) => code !== 'code_missing' && code !== 'value_missing')).toEqual([]);
  });

  it('stay separate when complete: of one test, in repetitions, and in parts of a mail', () => {
    const two = [
      ['application/pdf', true, true],
      ['application/pdf', true, true],
    ];
    const found = (...sent: string[]) =>
      read(...sent).observations.map(({ attachments }) => files(attachments));
    const whole = `^AP^PDF^Base64^${base64}`;
    expect(found(line(whole, '1'), line(whole, '2'))).toEqual(two.map((file) => [file]));
    expect(found(line(`${whole}~${whole}`))).toEqual([two]);
    const part = ['--b', 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', base64];
    const mail = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...part,
      ...part,
      '--b--',
    ];
    expect(found(...mail.map((piece) => line(piece, '1')))).toEqual([two]);
    const places = read(line(`${whole}~${whole}`)).observations[0]!.attachments.map(({ place }) => place);
    expect(places).toEqual(['OBX[1]-5', 'OBX[1]-5.2']);
  });

  it('in parts end with another test, and keep the notes of each part', () => {
    const { observations } = read(
      line(`^AP^PDF^Base64^${pieces[0]}`),
      'NTE|1|L|first',
      line(`^AP^PDF^Base64^${pieces.slice(1).join('')}`),
      'NTE|1|L|second',
      line('^AP^PDF^Base64^AAAA', '', 'OTHER^Other'),
    );
    expect(observations.map(({ attachments }) => files(attachments))).toEqual([
      [['application/pdf', true, true]],
      [[null, true, false]],
    ]);
    expect(observations[0]!.notes.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it.each([
    ['has its end', '', '', true],
    ['says that it is longer', '<</Linearized 1/L 5000>>', '', false],
    ['says how long it is', '<</Linearized 1/L 300>>', '', true],
    ['has its table of contents behind its end', '', 'startxref\n9999\n', false],
  ])('of a PDF that %s are complete or not', (_name, head, tail, complete) => {
    const content = Buffer.from(`%PDF-1.4\n${head}${'x'.repeat(300)}${tail}%%EOF\n`);
    const [file] = read(ed(`^AP^PDF^Base64^${content.toString('base64')}`)).observations[0]!.attachments;
    expect(file).toMatchObject({ kind: 'file', complete });
  });

  it('of text become the text of the line', () => {
    const text = (value: string) => read(ed(value)).observations[0]!.value;
    const plain = Buffer.from('Gr\xfc\xdfe\r\nDr X\n', 'latin1').toString('base64');
    expect(text(`^TEXT^plain^Base64^${plain}`)).toMatchObject({ type: 'text', text: 'Grüße\nDr X' });
    expect(text('^TEXT^plain^A^a^b~c \\T\\ d')).toMatchObject({ type: 'text', text: 'a^b~c & d' });
    expect(text('^TEXT^plain^^no encoding at all')).toMatchObject({
      type: 'text',
      text: 'no encoding at all',
    });
    const cda = Buffer.from('<?xml version="1.0"?><ClinicalDocument/>').toString('base64');
    expect(text(`^TEXT^xml^Base64^${cda}`)).toMatchObject({ type: 'attachment', text: null });
  });

  it('in lines of text become one line', () => {
    const { observations, warnings } = read(
      tx('before', 'A'),
      ...pieces.map((piece) => tx(piece)),
      // Only letters, as in Base64.
      tx('POSITIVE'),
      tx('after the file, in words'),
      tx(pieces.join('~'), 'Q'),
    );
    expect(observations.map(({ value, attachments }) => [value.text, files(attachments)])).toEqual([
      ['before', []],
      [null, [['application/pdf', true, true]]],
      ['POSITIVE', []],
      ['after the file, in words', []],
      [null, [['application/pdf', true, true]]],
    ]);
    expect(warnings).toEqual([]);
  });

  it('in lines of text end with another test or file', () => {
    const short = Buffer.from('%PDF-1.4 %%EOF').toString('base64');
    expect(
      read(tx(short), tx(short), tx('POSITIVE', 'B')).observations.map((line) => line.attachments.length),
    ).toEqual([1, 1, 0]);
    expect(read(tx(short), tx('5', 'PDF^Report', 'NM')).observations[1]!.value.text).toBe('5');
  });

  it('that cannot be joined stay lines', () => {
    const { observations, warnings } = read(tx('JVBERi0xA'), tx('AAAA'));
    expect(observations.map(({ value }) => value.text)).toEqual(['JVBERi0xA', 'AAAA']);
    expect(warnings).toEqual(['attachment_unreadable']);
  });
});
