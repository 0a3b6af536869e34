import { describe, expect, it } from 'vitest';
import { correctWords, spellingsOf } from '../../server/shared/near-words';

/** Which names a misspelled word finds: one error in a word of at least four letters. */

/** How the word finds the name: as a whole, by its beginning, or not. */
function finds(word: string, name: string): 'whole' | 'beginning' | null {
  const spellings = spellingsOf(word);
  if (!spellings) return null;
  if (spellings.whole.includes(name) || spellings.beginnings.includes(name)) return 'whole';
  return spellings.beginnings.some((beginning) => name.startsWith(beginning)) ? 'beginning' : null;
}

describe('spellingsOf', () => {
  it.each([
    ['okafar', 'okafor', 'a wrong letter'],
    ['ikafor', 'okafor', 'a wrong first letter'],
    ['okafoe', 'okafor', 'a wrong last letter'],
    ['okfor', 'okafor', 'a missing letter'],
    ['kafor', 'okafor', 'a missing first letter'],
    ['okaffor', 'okafor', 'an extra letter'],
    ['okaforr', 'okafor', 'an extra last letter'],
    ['okaofr', 'okafor', 'two letters swapped'],
    ['okafro', 'okafor', 'the last two letters swapped'],
    ['smih', 'smith', 'a missing letter in the shortest word'],
    ['федаров', 'федоров', 'another alphabet'],
    ['παππαδοπουλοσ', 'παπαδοπουλοσ', 'an extra letter in Greek'],
    ['احند', 'احمد', 'Arabic'],
  ])('%s finds %s: %s', (word, name) => expect(finds(word, name)).toBe('whole'));

  it('finds the beginning of a name that is still being typed', () => {
    expect(finds('okfo', 'okafor')).toBe('beginning');
    expect(finds('zimmre', 'zimmermann')).toBe('beginning');
  });

  it.each([
    ['okefar', 'okafor', 'two errors'],
    ['mari', 'marx', 'the last letter of four, as a whole only'],
    ['mari', 'marxen', 'an error in the last letter of a beginning'],
    ['smithq', 'smithers', 'an extra last letter of a beginning'],
    ['jon', 'joan', 'three letters'],
    ['4711a', '4712a', 'digits'],
    ['李明李明', '李明李朋', 'a script without a known alphabet'],
    ['abcdefghijklmnopqrstu', 'abcdefghijklmnopqrstv', 'more than twenty letters'],
  ])('%s does not find %s by its beginning: %s', (word, name) =>
    expect(finds(word, name)).not.toBe('beginning'),
  );

  it('is limited, and never contains the word', () => {
    for (const word of ['smith', 'a'.repeat(20)]) {
      const { beginnings, whole } = spellingsOf(word)!;
      expect([...beginnings, ...whole]).not.toContain(word);
      expect(beginnings.length + whole.length).toBeLessThan(1_100);
      expect(new Set([...beginnings, ...whole]).size).toBe(beginnings.length + whole.length);
    }
  });
});

describe('correctWords', () => {
  const known = new Set(['creatine', 'creatinine', 'hemoglobin', 'hemoglobinopathy', 'total', 'thyroid']);
  const texts = (...words: string[]) => correctWords(words, known).map((text) => text.join(' '));

  it('replaces the misspelled words by all that they may mean, likelier ones first', () => {
    expect(texts('creatnine', 'total')).toEqual(['creatinine total', 'creatine total']);
    expect(texts('hemoglobni')).toEqual(['hemoglobin']);
  });

  it('leaves words that start a known one, and those that resemble none', () => {
    for (const word of ['creat', 'hemoglobin', 'tota', 'tot', 'sodium'])
      expect(texts(word), word).toEqual([]);
  });
});
