import type { Defence } from './defences';

/** Of sign-in, second factors and confirmations (C-01, C-03, C-04). */
const domain = (name: string) => [`tests/domain/${name}.test.ts`];

export const IDENTITY_DEFENCES: Defence[] = [
  {
    name: 'sign-in locks after failures',
    file: 'server/auth/throttle.ts',
    find: 'where t.locked_until is null or t.locked_until <= now()',
    replace: '',
    tests: domain('sign-in'),
  },
  {
    name: 'an address that guesses is slowed',
    file: 'server/auth/throttle.ts',
    find: 'where greatest(0, t.failures - ${leaked}) < ${size}::int',
    replace: '',
    tests: domain('sign-in'),
  },
  {
    name: 'a disabled person cannot sign in',
    file: 'server/auth/sign-in.ts',
    find: '!matches || user.disabledAt',
    replace: '!matches',
    tests: domain('sign-in'),
  },
  {
    name: 'sensitive acts need a recent proof',
    file: 'server/domain/act.ts',
    find: 'session !== undefined && Date.now() - session.authenticatedAt.getTime() <= STEP_UP_MS',
    replace: 'session !== undefined',
    tests: domain('step-up'),
  },
  {
    name: 'a confirmation needs the password',
    file: 'server/auth/step-up.ts',
    find: 'if (!passwordHolds) return null;',
    replace: '',
    tests: domain('step-up'),
  },
  {
    name: 'a confirmed session gets a new secret once',
    file: 'server/auth/step-up.ts',
    find: "eq(authSessions.secretHash, Buffer.from(secretHash(sid), 'hex')),",
    replace: '',
    tests: domain('step-up'),
  },
  {
    name: 'guesses inside a session are counted',
    file: 'server/auth/step-up.ts',
    find: 'if (!(await withScope({}, (tx) => reserve(tx, [guesses])))) return null;',
    replace: '',
    tests: domain('step-up'),
  },
];
