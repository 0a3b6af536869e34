import { createHash } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { passwordProblem } from '../../../server/auth/password-rule';

/** C-06: which new passwords are rejected and which are accepted. */

const COMMON = new Set(dictionary['passwords-common']);
const ABOUT = ['Dr. Anna Müller-Keller', 'a.mueller@spital-bern.example', 'St. Mary’s Hospital, Bern'];
const check = (password: string, about: readonly string[] = ABOUT) => {
  const problem = passwordProblem(password, COMMON, about);
  return problem ? [problem.code, /your name/.test(problem.message) ? 'own' : 'common'] : null;
};

describe('new password', () => {
  it('is compared with more than 10,000 common ones', () => {
    expect(COMMON.size).toBeGreaterThan(40_000);
    const long = [...COMMON].filter((word) => word.length >= 15);
    expect(long.length).toBeGreaterThan(30);
    expect(long.filter((word) => check(word) === null)).toEqual([]);
  });

  it.each([
    ['a word twice', 'passwordpassword'],
    ['a word twice, in capitals', 'PasswordPASSWORD'],
    ['a word three times and cut off', 'sunshinesunshines'],
    ['a word with digits', 'michael15061984'],
    ['a word with digits around it', '2024Football2025!'],
    ['a season and years', 'Winter2025/2026!'],
    ['a word over and over with signs', 'Welcome-Welcome-1'],
    ['a word in other signs', 'P@ssw0rd!2345678'],
    ['a word written in wide letters', 'ｐａｓｓｗｏｒｄ１２３４５６７'],
    ['a word with a mark', 'Pässwörd-2026-2026'],
    ['one character', 'aaaaaaaaaaaaaaa'],
    ['two characters in turn', 'x1x1x1x1x1x1x1x1'],
    ['groups of equal characters', 'aaaabbbbccccdddd'],
    ['one sign that is two in UTF-16', '🐈'.repeat(15)],
    ['fourteen characters twice', 'kX7#pQ2mzT9!vLkX7#pQ2mzT9!vL'],
    ['digits in a row', '123456789012345'],
    ['digits backwards', '987654321098765'],
    ['digits in groups', '1234-5678-9012-3456'],
    ['a word with signs alone', '******dragon******'],
    ['the alphabet', 'abcdefghijklmno'],
    ['a keyboard row', 'qwertyuiopasdfgh'],
    ['a Swiss keyboard row', 'qwertzuiopasdfgh'],
    ['keyboard columns', '1qaz2wsx3edc4rfv5tgb'],
    ['a word and a keyboard row', 'secretqwertyuiop'],
  ])('cannot be %s', (_what, password) => {
    expect(check(password)).toEqual(['not_allowed', 'common']);
  });

  it.each([
    ['their name', 'Anna.Mueller.2026'],
    ['their name in other letters', 'ANNAMÜLLERKELLER'],
    ['their whole address', 'a.mueller@spital-bern.example'],
    ['their organization', 'StMarysHospital1'],
    ['this service', 'Clinical-Data-Service'],
    ['their name twice', 'Kellerbern-Anna-Bern'],
  ])('cannot be made of %s', (_what, password) => {
    expect(check(password)).toEqual(['not_allowed', 'own']);
  });

  it('may contain the name of another user, but not just a common word around the own name', () => {
    expect(check('AnnaMueller-password')).toEqual(['not_allowed', 'common']);
    expect(check('Anna.Mueller.2026', ['Zoltan Kovacs'])).toBeNull();
  });

  it.each([
    'correct horse battery staple',
    'correcthorsebatterystaple',
    'a password of my own choice',
    'anna likes blue elephants',
    'nine lives of a lab cat',
    'sunshine and football',
    'vWz8qJ3mTn5rKx2pLd7h',
    '839201746593028',
    '7f3c9a1e5b8d2046',
    'пароль из кириллицы',
    '日本語のパスワードは長くてよい文',
    '🐈🐕🐎🐄🐖🐏🐐🐪🐘🐁🐇🐿🦔🦇🐻',
    '𠮷𠮸𠮹𠮺𠮻𠮼𠮽𠮾𠮿𠯀𠯁𠯂𠯃𠯄𠯅',
    '"; drop table users; --',
    ' spaces at both ends  ',
  ])('can be %s', (password) => {
    expect(check(password)).toBeNull();
  });

  it('has 15 to 128 characters, counted as user-perceived characters', () => {
    const at = (length: number) => check([...'🐈🐕🐎 not a word'.repeat(20)].slice(0, length).join(''));
    expect([at(14), at(15), at(128), at(129)]).toEqual([
      ['out_of_range', 'common'],
      null,
      null,
      ['out_of_range', 'common'],
    ]);
  });

  it('is never rejected when the service generated it', () => {
    const made = Array.from({ length: 60 }, (_unused, n) =>
      createHash('sha256').update(`${n}`).digest().subarray(0, 18).toString('base64url'),
    );
    expect(made.filter((password) => check(password))).toEqual([]);
  });
});
