import { describe, expect, it } from 'vitest';
import { findWords } from '../../scripts/lib/plain-words.mjs';

const wordsIn = (text: string): string[] => findWords('server/sample.ts', text).map(({ words }) => words);

describe('wording to avoid', () => {
  it.each([
    ['nobody', '/** Read by nobody. */'],
    ['is told', "it('is told of every change', () => {"],
    ['judge', 'const judge = (report: Report) => report.isValid;'],
    ['stands on', '<p>The value stands on its range.</p>'],
    ['The door', '// The door has counted the request.'],
    ['All the same', '<Button>All the same</Button>'],
    ['that waits', 'A report that waits is listed first.'],
  ])('finds "%s"', (words, text) => {
    expect(wordsIn(text)).toEqual([words]);
  });

  it.each([
    '// The reply is sent of its\n  // own accord.',
    ' * The reply is sent of its\n   * own accord.',
    '<p>\n  The reply is sent of its\n  own accord.\n</p>',
    '> The reply is sent of its\n> own accord.',
  ])('finds a phrase across a line break in %j', (text) => {
    expect(wordsIn(text)).toEqual(['of its own']);
  });

  it('reports the line and what to write instead', () => {
    expect(findWords('docs/sample.md', 'Fine.\n\nWritten anew.')).toEqual([
      { file: 'docs/sample.md', line: 3, words: 'anew', instead: 'again, from scratch' },
    ]);
  });

  it.each([
    'No one has signed the report.',
    'The server returns 409.',
    'const errorFromThrown = indoors;',
    'Judgment is spelled without an e.',
  ])('accepts %j', (text) => {
    expect(wordsIn(text)).toEqual([]);
  });
});
