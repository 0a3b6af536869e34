import type { Defense } from './defenses';

const TESTS = ['tests/integration/domain/passwords.test.ts'];
const RESET = 'server/auth/password-reset.ts';
const RULE = 'server/auth/password-rule.ts';
const RULE_TESTS = ['tests/unit/passwords/password-rule.test.ts'];
const CHANGE = 'server/domain/passwords/change-password.ts';

export const PASSWORD_DEFENSES: Defense[] = [
  {
    name: 'a common word that is filled up is no password',
    file: RULE,
    find: 'for (const places of wordsIn(signs, common).values()) if (isMadeOf(pieces, places)) return COMMON;',
    replace: '',
    tests: RULE_TESTS,
  },
  {
    name: 'a password is not made of the person’s own names',
    file: RULE,
    find: 'if (named && isMadeOf(pieces)) return OWN;',
    replace: '',
    tests: RULE_TESTS,
  },
  {
    name: 'rows of keys and digits are no password',
    file: RULE,
    find: 'isMadeOf(piecesOf(signs, new Set(), SIGN))',
    replace: 'false',
    tests: RULE_TESTS,
  },
  {
    name: 'a short text that is repeated is no password',
    file: RULE,
    find: 'common.has(text) || repeatsItself(text)',
    replace: 'common.has(text)',
    tests: RULE_TESTS,
  },
  {
    name: 'a rejected current password counts as denied',
    file: 'server/domain/audit-log/access.ts',
    find: "or (${code} = 'validation_failed' and ${inArray(action, PASSWORD_ACTIONS)})",
    replace: '',
    tests: ['tests/integration/domain/admin-overview.test.ts'],
  },
  {
    name: 'a changed password is checked',
    file: CHANGE,
    find: "await assertMayChoose('/new_password', input.new_password, await wordsAboutPerson(ctx.actor.id!));",
    replace: 'void wordsAboutPerson; void assertMayChoose;',
    tests: TESTS,
  },
  {
    name: 'a password set by a link is checked',
    file: RESET,
    find: "await assertMayChoose('/password', password, await wordsAboutHolder(secret));",
    replace: 'void wordsAboutHolder; void assertMayChoose;',
    tests: TESTS,
  },
  {
    name: 'a password given to the operator’s tool is checked',
    file: 'server/domain/people/create-user.ts',
    find: "await assertMayChoose('/password', input.password, about);",
    replace: 'void about; void assertMayChoose;',
    tests: TESTS,
  },
  {
    name: 'a password of an invited user is checked',
    file: 'server/domain/people/accept-invitation.ts',
    find: "if (account === 'new')\n    await",
    replace: "if (account !== 'new')\n    await",
    tests: ['tests/integration/api/accept-invitation.test.ts'],
  },
  {
    name: 'a password link is valid once',
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
    find: 'if (!user || user.disabledAt || !places[0]) return null;',
    replace: 'if (!user || !places[0]) return null;',
    tests: TESTS,
  },
  {
    name: 'password links to one mailbox are limited',
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
    find: 'const ended = await endSessionsEverywhere(tx, ctx, OPERATION.action, whose);',
    replace: 'const ended = whose.userId.length * 0;',
    tests: TESTS,
  },
  {
    name: 'forgotten passwords are limited by address',
    file: 'server/http/public-handler.ts',
    find: 'await countAddress(info.ip, asked.limit)',
    replace: 'await countAddress(info.ip, { ...asked.limit, quota: 10_000 })',
    tests: ['tests/integration/api/passwords.test.ts'],
  },
];
