import { describe, expect, it } from 'vitest';
import { formatName, formatShortName, sameNameMarks, sexWord } from '@/components/format/names';
import { count, formatBytes } from '@/components/format/numbers';
import { wordOf } from '@/components/format/words';
import { ORDER_STATUS_WORDS, orderStateWord } from '@/server/domain/lab-orders/rules';

/** Names in the patient banner: FAMILY, Given (Title); never truncated, never reordered. */

describe('person names', () => {
  it('have the family name in capitals, and the title in brackets at the end', () => {
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

  it('may have one letter, sixty letters, no given name, right-to-left and non-Latin text', () => {
    expect(formatName({ family: 'O', given: ['U'] })).toBe('O, U');
    const long = 'a'.repeat(60);
    expect(formatName({ family: long, given: [long] })).toBe(`${'A'.repeat(60)}, ${long}`);
    expect(formatName({ family: 'Suharto', given: [] })).toBe('SUHARTO');
    expect(formatName({ family: 'حداد', given: ['سمير'] })).toBe('حداد, سمير');
    expect(formatName({ family: '田中', given: ['由紀'] })).toBe('田中, 由紀');
  });

  it('are capitalized by no locale: a Turkish i stays readable, ß does not vanish', () => {
    expect(formatName({ family: 'Yılmaz', given: ['Elif'] })).toBe('YILMAZ, Elif');
    expect(formatName({ family: 'Weiß', given: ['Jo'] })).toBe('WEISS, Jo');
    expect(formatName({ family: "O'Brien-Smith", given: ['S'] })).toBe("O'BRIEN-SMITH, S");
  });

  it('mark rows that share first and family name, ignoring accents and case', () => {
    const names = [
      { family: 'Okafor', given: ['Ada'] },
      { family: 'OKAFOR', given: ['ada', 'Ruth'] },
      { family: 'Ókafor', given: ['Ada'] },
      { family: 'Okafor', given: ['Adaeze'] },
      { family: 'Lone', given: [] },
    ];
    expect(sameNameMarks(names)).toEqual([true, true, true, false, false]);
  });

  it('show an unknown sex as text, never blank', () => {
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

describe('labels and numbers', () => {
  it('show an unknown value instead of hiding it', () => {
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
  ])('show %i bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('use the right plural', () => {
    expect([0, 1, 2].map((number) => count(number, 'line'))).toEqual(['0 lines', '1 line', '2 lines']);
  });
});

describe('orderStateWord', () => {
  it.each([
    ['requested', 'not_applicable', 'Not sent'],
    ['requested', 'queued', 'Queued'],
    ['sent', 'not_applicable', 'Sent to lab'],
    ['sent', 'sent', 'Sent, awaiting answer'],
    ['sent', 'accepted', 'Accepted by lab'],
    ['rejected', 'rejected', 'Rejected by lab'],
    ['failed', 'failed', 'Sending failed'],
    ['sent', 'cancel_requested', 'Sent to lab'],
    ['collected', 'queued', 'Collected'],
    ['partially_resulted', 'accepted', 'Partial results'],
  ] as const)('%s with transmission %s is "%s"', (status, transmission, word) => {
    expect(orderStateWord(status, transmission)).toBe(word);
  });
});
