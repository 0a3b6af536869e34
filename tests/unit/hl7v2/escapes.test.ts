import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STANDARD } from '../../../server/hl7v2/delimiters';
import { escapeText, unescapeText } from '../../../server/hl7v2/escapes';

const read = (raw: string, charset?: string) => unescapeText(raw, STANDARD, charset);

describe('escape sequences', () => {
  it.each([
    ['\\F\\\\S\\\\R\\\\T\\\\E\\', '|^~&\\'],
    ['a\\T\\b', 'a&b'],
    ['a\\.br\\b', 'a\nb'],
    ['a\\.br\\\\.br\\b', 'a\n\nb'],
    ['a\\.sp\\b\\.sp2\\c\\.sp+3\\d', 'a\nb\n\nc\n\n\nd'],
    ['a\\.sk3\\b', 'a   b'],
    ['a\\.ce\\b', 'a\nb'],
    ['\\.in+4\\a\\.ti-2\\b\\.fi\\c\\.nf\\d', 'abcd'],
    ['a \\H\\high\\N\\ b', 'a high b'],
    ['\\X41\\\\X42\\', 'AB'],
    ['\\X0D0A\\', '\r\n'],
    ['\\Xe282ac\\', '€'],
    ['\\XE2\\\\X82\\\\XAC\\', '€'],
    ['50\\P\\', '50#'],
  ])('%j is decoded as %j', (raw, text) => {
    expect(read(raw)).toBe(text);
  });

  it.each([
    'C:\\temp',
    'C:\\temp\\new\\file',
    '\\',
    '\\\\',
    '\\\\\\',
    '\\X4\\',
    '\\XZZ\\',
    '\\X\\',
    '\\f\\',
    '\\.xx\\',
    '\\Z1 local\\',
    '\\C2842\\',
    '\\M2442\\',
    'a\\F',
    '5 \\ 3',
  ])('%j is unchanged', (raw) => {
    expect(read(raw)).toBe(raw);
  });

  it.each([
    ['C:\\temp\\F\\x', 'C:\\temp|x'],
    ['\\\\T\\\\', '\\&\\'],
    ['\\E\\F\\E\\', '\\F\\'],
    ['\\Z\\T\\', '\\Z\\T\\'],
    ['\\H\\\\H\\\\N\\\\N\\x', 'x'],
  ])('%j, adjacent, is %j', (raw, text) => {
    expect(read(raw)).toBe(text);
  });

  it('in hexadecimal are bytes of the message', () => {
    expect(read('\\XFC\\', 'windows-1252')).toBe('ü');
    expect(read('\\X00\\1')).toBe('\uFFFD1');
  });

  it('report which standard ones were kept', () => {
    let kept = 0;
    unescapeText('\\Z1\\ \\C2842\\ \\M24\\ \\temp\\', STANDARD, 'utf-8', () => kept++);
    expect(kept).toBe(3);
  });

  it('cannot expand to megabytes', () => {
    expect(read('\\.sp9999\\').length).toBe(20);
    expect(read('\\.sk9999\\').length).toBe(20);
  });

  it('are disabled without an escape character', () => {
    expect(unescapeText('\\F\\', { ...STANDARD, escape: null })).toBe('\\F\\');
    expect(escapeText('a|b', { ...STANDARD, escape: null })).toBe('a b');
  });

  it('round-trip any text', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'|^~&\\#.X0FHNZ'), fc.string({ minLength: 1, maxLength: 1 })),
    });
    fc.assert(
      fc.property(
        text.filter((value) => !/[\r\n\0]/.test(value)),
        (value) => {
          expect(read(escapeText(value, STANDARD))).toBe(value);
        },
      ),
    );
  });
});
