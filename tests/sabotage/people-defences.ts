import type { Defence } from './defences';

/** Mail, invitations, roles and memberships. */

const ACCEPT = ['tests/api/accept-invitation.test.ts'];
const domain = (name: string) => `tests/domain/${name}.test.ts`;
const MAIL = ['tests/unit/mail/send-mail.test.ts'];

export const PEOPLE_DEFENCES: Defence[] = [
  {
    name: 'the certificate of a mail server is verified',
    file: 'server/mail/smtp-options.ts',
    find: 'rejectUnauthorized: true',
    replace: 'rejectUnauthorized: false',
    tests: MAIL,
  },
  {
    name: 'a mail server elsewhere must encrypt',
    file: 'server/mail/smtp-options.ts',
    find: 'requireTLS: !secure && !near',
    replace: 'requireTLS: false',
    tests: MAIL,
  },
  {
    name: 'a header of a mail is one line',
    file: 'server/mail/send-mail.ts',
    find: '.some((line) => CONTROL.test(line))',
    replace: '.some(() => false)',
    tests: MAIL,
  },
  {
    name: 'a mail that takes too long is given up',
    file: 'server/mail/send-mail.ts',
    find: '      signal: stop.signal,\n',
    replace: '',
    tests: MAIL,
  },
  {
    name: 'the log of a mail that failed names nobody',
    file: 'server/mail/send-mail.ts',
    find: '{ ...codesOf(error), ms',
    replace: '{ error: String(error), ms',
    tests: MAIL,
  },
  // Invitations
  {
    name: 'an invitation is accepted once',
    file: 'server/domain/people/accept-invitation.ts',
    find: '          isNull(invitations.acceptedAt),\n',
    replace: '',
    tests: ACCEPT,
  },
  {
    name: 'a renewed invitation has one link',
    file: 'server/domain/people/renew-invitation.ts',
    find: '        secretHash: hashOf(secret),\n',
    replace: '',
    tests: [domain('invitations')],
  },
  {
    name: 'an account is joined by whoever proves its password',
    file: 'server/domain/people/accept-invitation.ts',
    find: "'matches' in proof ? proof.matches : known === null",
    replace: "'matches' in proof ? true : known === null",
    tests: ACCEPT,
  },
  {
    name: 'a closed account joins nothing',
    file: 'server/domain/people/accept-invitation.ts',
    find: 'user.disabledAt || ',
    replace: '',
    tests: ACCEPT,
  },
  {
    name: 'an invitation is no way past the limit of guesses',
    file: 'server/domain/people/accept-invitation.ts',
    find: "...(account === 'existing' ? [throttleKey('account', hash)] : [])",
    replace: '',
    tests: ACCEPT,
  },
  {
    name: 'a second invitation ends the first',
    file: 'server/domain/people/invite-person.ts',
    find: 'await revokeInvitationsTo(tx, ctx, hash)',
    replace: '0',
    tests: [domain('invitations')],
  },
  {
    name: 'a link that was sent is not shown',
    file: 'server/domain/people/invitation-link.ts',
    find: "return { ...made, delivery: 'failed' };",
    replace: "return { ...made, delivery: 'failed', link };",
    tests: [domain('invitations')],
  },
  {
    name: 'an administrator who goes takes their open invitations along',
    file: 'server/domain/people/end-membership.ts',
    find: '    await revokeInvitationsBy(tx, ctx, user.id);\n',
    replace: '',
    tests: [domain('invitations')],
  },
  // Memberships
  {
    name: 'the last administrator stays',
    file: 'server/domain/people/access.ts',
    find: 'membership.endedAt === null && otherAdmins === 0',
    replace: 'otherAdmins < 0',
    tests: [domain('people')],
  },
  {
    name: 'administrators who end each other wait for each other',
    file: 'server/domain/people/access.ts',
    find: "    .orderBy(asc(memberships.userId))\n    .for('update');",
    replace: '    .orderBy(asc(memberships.userId));',
    tests: [domain('people')],
  },
  {
    name: 'whoever is no administrator any more changes nothing',
    file: 'server/domain/people/access.ts',
    find: 'if (!admins.some((admin) => admin.userId === actorId))',
    replace: 'if (admins.length === 0)',
    tests: [domain('people')],
  },
  {
    name: 'nobody changes their own membership',
    file: 'server/domain/people/access.ts',
    find: 'if (userId === actorId)',
    replace: "if (actorId === '')",
    tests: [domain('people')],
  },
  {
    name: 'a new role ends the sessions of the old one',
    file: 'server/domain/people/change-role.ts',
    find: "await endSessions(tx, ctx, user.id, 'role_changed')",
    replace: '0',
    tests: [domain('people')],
  },
  {
    name: 'grants end with the membership',
    file: 'server/domain/people/end-membership.ts',
    find: "await endGrants(tx, ctx, user.id, 'membership_ended')",
    replace: '0',
    tests: [domain('people')],
  },
  {
    name: 'open work is handed over',
    file: 'server/domain/people/end-membership.ts',
    find: 'orders > 0 && input.heir_id === undefined',
    replace: 'orders < 0',
    tests: [domain('people')],
  },
  {
    name: 'work is handed to people of the organisation who may do it',
    file: 'server/domain/people/access.ts',
    find: 'if (!row || row.disabledAt || !isClinical(row.role)) throw refused();',
    replace: '',
    tests: [domain('people')],
  },
  {
    name: 'coming back ends links to a new password that others were shown',
    file: 'server/domain/people/restore-membership.ts',
    find: '    await endShownResets(tx, user.id);\n',
    replace: '',
    tests: [domain('people')],
  },
  {
    name: 'joining ends links to a new password that others were shown',
    file: 'server/domain/people/accept-invitation.ts',
    find: '  await endShownResets(tx, user.id);\n',
    replace: '',
    tests: ACCEPT,
  },
  {
    name: 'a link to a new password is not shown for people of several organisations',
    file: 'server/domain/people/create-password-reset.ts',
    find: '!byMail && (await belongsElsewhere(tx, user.id, orgId))',
    replace: 'false',
    tests: [domain('password-links')],
  },
  {
    name: 'a link to a new password that was sent is not shown',
    file: 'server/domain/people/create-password-reset.ts',
    find: "if (!byMail) return { ...facts, delivery: 'shown', link };",
    replace: "if (facts) return { ...facts, delivery: 'shown', link };",
    tests: [domain('password-links')],
  },
  {
    name: 'joining waits for a link that is being made',
    file: 'server/domain/people/join.ts',
    find: "await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');",
    replace: 'await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));',
    tests: [domain('password-links')],
  },
  // Absences
  {
    name: 'others’ absences are an administrator’s',
    file: 'server/domain/people/set-delegation.ts',
    find: "if (userId !== ctx.actor.id) assertAllowed(ctx, { role: 'admin' });",
    replace: '',
    tests: [domain('delegations')],
  },
  {
    name: 'one person has one absence at a time',
    file: 'server/domain/people/set-delegation.ts',
    find: "    .for('update');\n  if (!row) throw notFound();",
    replace: '    ;\n  if (!row) throw notFound();',
    tests: [domain('delegations')],
  },
];
