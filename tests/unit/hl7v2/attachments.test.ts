import { describe, expect, it } from 'vitest';
import type { NormalAttachment } from '../../../server/intake/hl7v2/normal-form';
import { normalise } from '../../../server/intake/hl7v2/normalise';
import { readMessage } from '../../../server/intake/hl7v2/read-message';
import { er7, MSH, OBR, PID } from '../../support/hl7';

const pdf = Buffer.from(`%PDF-1.4\n${'content of a report\n'.repeat(20)}%%EOF\n`);
const base64 = pdf.toString('base64');

function read(...lines: string[]) {
  const { reports, warnings } = normalise(readMessage(er7(MSH, PID, OBR, ...lines)).message, {
    timeZone: 'UTC',
  });
  return { observations: reports[0]!.panels[0]!.observations, warnings: warnings.map(({ code }) => code) };
}
const ed = (value: string) => `OBX|1|ED|PDF^Report||${value}||||||F`;
const tx = (value: string, code = 'PDF^Report', type = 'TX') => `OBX|1|${type}|${code}||${value}||||||F`;
const files = (attachments: NormalAttachment[]) =>
  attachments.map((file) =>
    file.kind === 'file' ? [file.media_type, file.complete, file.bytes.equals(pdf)] : file.reference,
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
    ['not Base64', '^^PDF^Base64^This is a text', ['attachment_unreadable'], []],
    [
      'a character off',
      `^^PDF^Base64^${base64.slice(0, 100)}*${base64.slice(101)}`,
      ['attachment_unreadable'],
      [],
    ],
    ['nothing', '^application^pdf^Base64^', ['attachment_unreadable'], []],
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

  it('that are pointers are kept and never fetched', () => {
    const { observations } = read('OBX|1|RP|X^X||https://10.0.0.1/a?b=1\\T\\c=2^VIEW^image^PICT||||||F');
    expect(observations[0]!.attachments).toEqual([
      {
        ...{ kind: 'pointer', place: 'OBX[1]-5', reference: 'https://10.0.0.1/a?b=1&c=2' },
        ...{ application: 'VIEW', stated_type: 'image/PICT' },
      },
    ]);
  });

  it('in lines of text become one line', () => {
    const pieces = base64.match(/.{1,100}/g)!;
    const { observations, warnings } = read(
      tx('before', 'A'),
      ...pieces.map((piece) => tx(piece)),
      // Letters only, as Base64 has them.
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

  it('in lines of text end with another test or another file', () => {
    const short = Buffer.from('%PDF-1.4 %%EOF').toString('base64');
    expect(
      read(tx(short), tx(short), tx('POSITIVE', 'B')).observations.map((line) => line.attachments.length),
    ).toEqual([...[1, 1, 0]]);
    expect(read(tx(short), tx('5', 'PDF^Report', 'NM')).observations[1]!.value.text).toBe('5');
  });

  it('that cannot be put together stay lines', () => {
    const { observations, warnings } = read(tx('JVBERi0xA'), tx('AAAA'));
    expect(observations.map(({ value }) => value.text)).toEqual(['JVBERi0xA', 'AAAA']);
    expect(warnings).toEqual(['attachment_unreadable']);
  });
});
