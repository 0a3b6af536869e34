import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeReturnTo } from '@/components/sign-in/return-to';

/** After sign-in the user is redirected only within this site. */

const HOME = '/today';

it.each([
  ['/patients', '/patients'],
  ['/patients?q=okafor%20ada', '/patients?q=okafor%20ada'],
  ['/patients/pat_1/results#panel', '/patients/pat_1/results#panel'],
  ['/', '/'],
  ['/patients/../admin', '/admin'],
  ['/documents?next=https://evil.example', '/documents?next=https://evil.example'],
])('return address %s is accepted', (asked, place) => {
  expect(safeReturnTo(asked)).toBe(place);
});

it.each([
  ['nothing', undefined],
  ['two values', ['/patients', '/admin']],
  ['an empty text', ''],
  ['another site', 'https://evil.example/'],
  ['a site without a scheme', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a backslash', '/\\evil.example'],
  ['a backslash later', '/patients\\..\\evil'],
  ['a tab that browsers drop', '/\t/evil.example'],
  ['a line break that browsers drop', '/\n/evil.example'],
  ['a carriage return for the header', '/patients\r\nSet-Cookie: a=b'],
  ['NUL', '/\0/evil.example'],
  ['a space', '/ /evil.example'],
  ['a no-break space', '/\u00a0/evil.example'],
  ['dot segments that leave two slashes', '/..//evil.example'],
  ['dot segments, encoded', '/%2e%2e//evil.example'],
  ['a dot segment in between', '/.//evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,hello'],
  ['a relative path', 'patients'],
  ['a user name trick', '@evil.example'],
  ['the sign-in page itself', '/sign-in?return_to=/sign-in'],
  ['an endless text', `/${'a'.repeat(2000)}`],
])('return address %s is rejected', (_what, asked) => {
  expect(safeReturnTo(asked)).toBe(HOME);
});

it('return address never leaves the site', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '\t',
    '\n',
    ':',
    '@',
    'evil.example',
    'a',
    '?',
    '#',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const place = new URL(safeReturnTo(text), 'https://portal.example/sign-in');
      return place.origin === 'https://portal.example';
    }),
    { numRuns: 3000 },
  );
});
