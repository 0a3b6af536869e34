import { describe, expect, it } from 'vitest';
import { DifferingText, piecesOf, Whole } from '../../../components/unmatched/differing-text';

describe('piecesOf', () => {
  const marked = (sent: string, known: string) =>
    piecesOf(sent, known)
      .map(({ text, same }) => (same ? text : `[${text}]`))
      .join('');

  it.each([
    ['Smith', 'Smith', 'Smith'],
    ['SMITH', 'Smith', 'SMITH'],
    ['Smyth', 'Smith', 'Sm[y]th'],
    ['Smithe', 'Smith', 'Smith[e]'],
    ['1958-03-21', '1958-03-12', '1958-03-[2]1'],
    ['', 'Smith', ''],
    ['abc', '', '[abc]'],
  ])('%s against %s is %s', (sent, known, shown) => {
    expect(marked(sent, known)).toBe(shown);
  });

  it('loses no letter for text of any length', () => {
    const long = 'x'.repeat(500);
    expect(
      piecesOf(long, 'y')
        .map(({ text }) => text)
        .join(''),
    ).toHaveLength(500);
  });
});

describe('DifferingText', () => {
  it.each([
    ['4713', '1742', true],
    ['4713', '4731', true],
    ['X-20417', 'X-20471', false],
    ['Lindqist', 'Lindqvist', false],
    ['Okafor', 'Smith', true],
  ])('marks %s against %s as a whole: %s', (sent, known, isWhole) => {
    expect(DifferingText({ sent, known }).type === Whole).toBe(isWhole);
  });
});
