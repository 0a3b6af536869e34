import { describe, expect, it } from 'vitest';
import { notesText, text } from '../../server/data-types/contract-parts';
import { hasFewMarks, normalForm } from '../../server/unicode-normal-form';

const MANY = `e${'\u0301\u0323'.repeat(30_000)}`;
const REAL = ['Łukasz', 'e\u0323\u0301', 'Nguyễn', '김철수', 'नमस्ते', 'ﷺ', 'ที่', 'བརྒྱ', 'Z̷̢̛a̴l̸g̶o̵'];

describe('Unicode normalization', () => {
  it.each(REAL)('matches Unicode for %s', (word) => {
    expect(normalForm(word)).toBe(word.normalize('NFC'));
    expect(normalForm(word, 'NFKD')).toBe(word.normalize('NFKD'));
  });

  it('matches Unicode on both sides of the first combining mark, where the fast path ends', () => {
    const units = Array.from({ length: 0x370 }, (_unused, code) => String.fromCharCode(code));
    for (const one of units)
      for (const text of [one, `${one}a`, `A${one}`, `a${one}\u0301`, one.repeat(40)]) {
        expect(normalForm(text), JSON.stringify(text)).toBe(hasFewMarks(text) ? text.normalize('NFC') : text);
        expect(normalForm(text, 'NFKD'), JSON.stringify(text)).toBe(
          hasFewMarks(text) ? text.normalize('NFKD') : text,
        );
      }
    expect(units.filter((one) => !hasFewMarks(one.repeat(40)))).toEqual(units.slice(0x300));
  });

  it('skips text with more marks in a row than Stream-Safe Text, which would take seconds', () => {
    expect(normalForm(MANY)).toBe(MANY);
    expect(hasFewMarks(`e${'\u0301'.repeat(30)}`)).toBe(true);
    expect(hasFewMarks(`e${'\u0301'.repeat(31)}`)).toBe(false);
  });

  it.each([
    ['text', text(100_000)],
    ['text with line breaks', notesText(100_000)],
  ])('rejects such %s by its rule, not by its length', (_name, rule) => {
    const messages = (value: string) => rule.safeParse(value).error?.issues.map(({ message }) => message);
    expect(messages(MANY)).toEqual(['must have at most 30 combining marks in a row']);
    expect(rule.parse(' e\u0323\u0301 ')).toBe('ẹ\u0301');
    expect(messages('Zoë')).toBeUndefined();
  });
});
