import type { Defence } from './defences';

/** Passwords: changing them with the old one, and setting them by a link. */
const TESTS = ['tests/domain/passwords.test.ts'];
const RESET = 'server/auth/password-reset.ts';
const CHANGE = 'server/domain/passwords/change-password.ts';

export const PASSWORD_DEFENCES: Defence[] = [
  {
    name: 'a link for a new password is good once',
    file: RESET,
    find: 'const unused = and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt));',
    replace: 'const unused = and(eq(passwordResets.userId, userId));',
    tests: TESTS,
  },
  {
    name: 'a link for a new password expires',
    file: RESET,
    find: 'gt(passwordResets.expiresAt, now)))',
    replace: '))',
    tests: TESTS,
  },
  {
    name: 'a link is nothing to a disabled person',
    file: RESET,
    find: 'if (!user || user.disabledAt || !places[0]) return false;',
    replace: 'if (!user || !places[0]) return false;',
    tests: TESTS,
  },
  {
    name: 'nobody’s mailbox is flooded with links',
    file: RESET,
    find: ' || (open?.count ?? 0) >= MOST_OPEN',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'sessions end when a password is set by a link',
    file: RESET,
    find: "    await endSessionsEverywhere(tx, ctx(places[0].id), 'reset_password', whose);\n",
    replace: '    void whose;\n',
    tests: TESTS,
  },
  {
    name: 'the current password is asked for',
    file: CHANGE,
    find: '!(await verifyPassword(user?.passwordHash ?? null, password, true)) || !user',
    replace: '!user',
    tests: TESTS,
  },
  {
    name: 'the current password is not guessed at an open session',
    file: CHANGE,
    find: '!(await withScope({}, (tx) => reserve(tx, keys)))',
    replace: '!keys',
    tests: TESTS,
  },
  {
    name: 'other sessions end with a change of password',
    file: CHANGE,
    find: 'const ended = await endSessionsEverywhere(tx, ctx, ACT.action, whose);',
    replace: 'const ended = whose.userId.length * 0;',
    tests: TESTS,
  },
  {
    name: 'forgotten passwords are limited by address',
    file: 'server/http/password-door.ts',
    find: 'if (!standing.admitted) {',
    replace: 'if (!standing) {',
    tests: ['tests/api/passwords.test.ts'],
  },
];
