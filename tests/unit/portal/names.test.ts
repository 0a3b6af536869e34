import { describe, expect, it } from 'vitest';
import { formatName, formatShortName, sameNameMarks, sexWord } from '@/components/format/names';
import { count, formatBytes } from '@/components/format/numbers';
import { wordOf } from '@/components/format/words';
import { ORDER_STATUS_WORDS } from '@/server/domain/lab-orders/rules';

/** Names in the patient banner: FAMILY, Given (Title); never truncated, never reordered. */

describe('names', () => {
  it('puts the family name in capitals, the title in brackets and last', () => {
    expect(formatName({ family: 'Smith', given: ['Anna', 'Maria'], prefix: 'Dr' })).toBe(
      'SMITH, Anna Maria (Dr)',
    );
    expect(formatName({ family: 'Reed', given: ['Tom'], suffix: 'Jr', prefix: 'Mr' })).toBe(
      'REED, Tom Jr (Mr)',
    );
    expect(formatShortName({ family: 'Smith', given: ['Anna'], prefix: 'Dr', suffix: 'Jr' })).toBe(
      'SMITH, Anna',
    );
  });

  it('holds one letter, sixty letters, no given name, right-to-left and non-Latin names', () => {
    expect(formatName({ family: 'O', given: ['U'] })).toBe('O, U');
    const long = 'a'.repeat(60);
    expect(formatName({ family: long, given: [long] })).toBe(`${'A'.repeat(60)}, ${long}`);
    expect(formatName({ family: 'Suharto', given: [] })).toBe('SUHARTO');
    expect(formatName({ family: 'حداد', given: ['سمير'] })).toBe('حداد, سمير');
    expect(formatName({ family: '田中', given: ['由紀'] })).toBe('田中, 由紀');
  });

  it('capitalises by the rules of no locale: a Turkish i stays readable, ß does not vanish', () => {
    expect(formatName({ family: 'Yılmaz', given: ['Elif'] })).toBe('YILMAZ, Elif');
    expect(formatName({ family: 'Weiß', given: ['Jo'] })).toBe('WEISS, Jo');
    expect(formatName({ family: "O'Brien-Smith", given: ['S'] })).toBe("O'BRIEN-SMITH, S");
  });

  it('marks every row that shares first and family name, accents and case aside', () => {
    const names = [
      { family: 'Okafor', given: ['Ada'] },
      { family: 'OKAFOR', given: ['ada', 'Ruth'] },
      { family: 'Ókafor', given: ['Ada'] },
      { family: 'Okafor', given: ['Adaeze'] },
      { family: 'Lone', given: [] },
    ];
    expect(sameNameMarks(names)).toEqual([true, true, true, false, false]);
  });

  it('says an unknown sex, never a blank', () => {
    expect(['female', 'male', 'other', 'unknown', null, undefined, 'x'].map((sex) => sexWord(sex))).toEqual([
      'Female',
      'Male',
      'Other',
      'Not known',
      'Not known',
      'Not known',
      'Not known',
    ]);
  });
});

describe('our own words and numbers', () => {
  it('shows an unknown machine value instead of hiding it', () => {
    expect(wordOf(ORDER_STATUS_WORDS, 'sent')).toBe('Sent to lab');
    expect(wordOf(ORDER_STATUS_WORDS, 'on_hold')).toBe('on hold');
  });

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 kB'],
    [10_240, '10 kB'],
    [1_023_900, '1.0 MB'],
    [50 * 1024 * 1024, '50 MB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('counts in the right number', () => {
    expect([0, 1, 2].map((number) => count(number, 'line'))).toEqual(['0 lines', '1 line', '2 lines']);
  });
});
