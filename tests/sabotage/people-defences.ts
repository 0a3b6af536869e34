import type { Defence } from './defences';

/** Mail, invitations, roles and memberships. */

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
];
