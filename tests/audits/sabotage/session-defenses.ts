import type { Defense } from './defenses';

const domain = (name: string) => `tests/integration/domain/${name}.test.ts`;
const CLOCK = [domain('session-clock')];
const SECOND_FACTOR = ['tests/integration/matrix/second-factor.test.ts'];
const FIXATION = ['tests/integration/api/session-fixation.test.ts'];

export const SESSION_DEFENSES: Defense[] = [
  {
    name: 'an idle session ends',
    file: 'server/auth/session-activity.ts',
    find: ' && idleEnd(row) > now;',
    replace: ';',
    tests: CLOCK,
  },
  {
    name: 'a session ends at its absolute limit',
    file: 'server/auth/session-activity.ts',
    find: 'row.expiresAt.getTime() > now && ',
    replace: '',
    tests: CLOCK,
  },
  {
    name: 'background requests of pages do not extend a session',
    file: 'server/auth/portal-session.ts',
    find: 'active: req.headers[BACKGROUND] !==',
    replace: "active: '' !==",
    tests: ['tests/integration/api/sessions.test.ts'],
  },
  {
    name: 'of two cookies of one name neither counts',
    file: 'server/auth/portal-session.ts',
    find: 'found.has(name) && found.get(name) !== value ? null : value',
    replace: 'value',
    tests: FIXATION,
  },
  {
    name: 'a session is read from its own cookie only',
    file: 'server/auth/portal-session.ts',
    find: 'req: { cookies: { [name]: value }, headers: {} }',
    replace: 'req: { cookies, headers: {} }',
    tests: FIXATION,
  },
  {
    name: 'a planted session ends at the sign-in of a user',
    file: 'server/auth/next-auth-options.ts',
    find: "if (before) await endSession(before, 'signed_in_again', facts);",
    replace: 'void before;',
    tests: FIXATION,
  },
  {
    name: 'a step of a sign-in is valid once',
    file: 'server/auth/complete-sign-in.ts',
    find: 'if (!(await spendStep(tx, step))) return over;\n  const methods',
    replace: 'const methods',
    tests: FIXATION,
  },
  {
    name: 'activity between two writes is not forgotten',
    file: 'server/auth/session-activity.ts',
    find: 'Math.max(stored, known.at)',
    replace: 'stored',
    tests: CLOCK,
  },
  {
    name: 'a replaced session is dead',
    file: 'server/auth/session-row.ts',
    find: '.set({ revokedAt: new Date(), revokedReason: reason })',
    replace: '.set({ revokedReason: reason })',
    tests: [domain('sessions')],
  },
  {
    name: 'a session is replaced once',
    file: 'server/auth/session-row.ts',
    find: '    isNull(authSessions.revokedAt),\n',
    replace: '',
    tests: [domain('sessions')],
  },
  {
    name: 'a switch asks for the second factor of the other organization',
    file: 'server/domain/sessions/switch-organization.ts',
    find: '    assertEnough(place.name, state);\n',
    replace: '',
    tests: [domain('sessions')],
  },
  {
    name: 'a page of another organization does nothing',
    file: 'server/http/page-organization.ts',
    find: 'if (shown === undefined ||',
    replace: 'if (shown !== undefined ||',
    tests: ['tests/integration/api/sessions.test.ts'],
  },
  {
    name: 'people end only their own sessions',
    file: 'server/domain/sessions/end-session.ts',
    find: '            eq(authSessions.userId, ctx.actor.id!),\n',
    replace: '',
    tests: [domain('sessions')],
  },
  {
    name: 'an admin ends sessions of members only',
    file: 'server/domain/sessions/end-member-sessions.ts',
    find: 'if (!member) throw notFound();',
    replace: '',
    tests: [domain('sessions')],
  },
  {
    name: 'a rule that requires a second factor ends the sessions without one',
    file: 'server/auth/end-sessions.ts',
    find: '  return end(tx, orgId, FACTOR_REQUIRED, which);',
    replace: '  void which;\n  return 0;',
    tests: SECOND_FACTOR,
  },
  {
    name: 'a session stays ended when that rule is withdrawn',
    file: 'server/auth/portal-session.ts',
    find: '    if (session.revokedAt) return null;\n',
    replace: '',
    tests: SECOND_FACTOR,
  },
  {
    name: 'a draft belongs to one person',
    file: 'server/domain/drafts/access.ts',
    find: ', eq(drafts.userId, ctx.actor.id!)',
    replace: '',
    tests: [domain('drafts')],
  },
  {
    name: 'a draft is sealed for its person',
    file: 'server/domain/drafts/access.ts',
    find: 'row: userId,',
    replace: "row: '',",
    tests: [domain('drafts')],
  },
  {
    name: 'a draft about a moved report is not continued',
    file: 'server/domain/drafts/access.ts',
    find: 'if (isVoided(report)) throw notFound();',
    replace: '',
    tests: [domain('drafts-about-reports')],
  },
  {
    name: 'a note that was signed with is begun no more',
    file: 'server/domain/reviews/sign-lab-result.ts',
    find: '    await forgetAbout(tx, ctx, [row.id]);\n',
    replace: '',
    tests: [domain('drafts-about-reports')],
  },
];
