import type { Defense } from './defenses';

const flow = ['tests/integration/api/single-sign-on.test.ts'];
const enforced = ['tests/integration/domain/single-sign-on-enforced.test.ts'];
const logout = ['tests/integration/api/single-sign-on-logout.test.ts'];
const checks = ['tests/integration/api/single-sign-on-checks.test.ts'];
const scim = ['tests/integration/api/scim.test.ts'];
const auth = (name: string) => `server/auth/${name}.ts`;
const domain = (name: string) => `server/domain/single-sign-on/${name}.ts`;

export const SINGLE_SIGN_ON_DEFENSES: Defense[] = [
  {
    name: 'a session of a provider opens no other organization',
    file: auth('sign-in-rule'),
    find: 'if (singleSignOn) return singleSignOn === orgId;',
    replace: 'if (singleSignOn) return true;',
    tests: flow,
  },
  {
    name: 'enforced single sign-on admits no other sign-in',
    file: auth('sign-in-rule'),
    find: 'return !singleSignOnEnforced ||',
    replace: 'return true ||',
    tests: enforced,
  },
  {
    name: 'an ID token belongs to the sign-in of this browser',
    file: auth('single-sign-on/tokens'),
    find: 'claims.nonce !== nonce)',
    replace: 'false)',
    tests: flow,
  },
  {
    name: 'an ID token was issued to this client',
    file: auth('single-sign-on/tokens'),
    find: 'claims.azp !== clientId',
    replace: 'false',
    tests: flow,
  },
  {
    name: 'an ID token is no logout token',
    file: auth('single-sign-on/tokens'),
    find: 'if (claims.nonce !== undefined) throw',
    replace: 'if (false) throw',
    tests: logout,
  },
  {
    name: 'a response has the state of this browser',
    file: auth('single-sign-on/next-auth-provider'),
    find: 'params.state !== checks.state',
    replace: 'false',
    tests: flow,
  },
  {
    name: 'a response is from the provider of the request',
    file: auth('single-sign-on/next-auth-provider'),
    find: 'required : iss !== row.issuer)',
    replace: 'required : false)',
    tests: flow,
  },
  {
    name: 'the error in a response counts only with the state of this browser',
    file: auth('single-sign-on/next-auth-provider'),
    find: "|| kept.value !== query.get('state')",
    replace: '',
    tests: flow,
  },
  {
    name: 'a logout token is accepted once',
    file: domain('back-channel-logout'),
    find: 'if (!first) throw',
    replace: 'if (false) throw',
    tests: logout,
  },
  {
    name: 'an unverified address links no account',
    file: domain('first-link'),
    find: 'if (verified === false)',
    replace: 'if (false)',
    tests: flow,
  },
  {
    name: 'an address of a domain that is not verified links no account',
    file: domain('first-link'),
    find: 'return row?.verifiedAt != null;',
    replace: 'return true;',
    tests: flow,
  },
  {
    name: 'a user of another organization joins by an invitation only',
    file: domain('first-link'),
    find: 'if (!invitation && (user || !row.automatic))',
    replace: 'if (!invitation && !row.automatic)',
    tests: flow,
  },
  {
    name: 'an account is linked in the session that asked for it',
    file: domain('sign-on'),
    find: 'session.sessionId !== step.sessionId ||',
    replace: '',
    tests: flow,
  },
  {
    name: 'a user without a group loses open sessions',
    file: domain('apply-groups'),
    find: "await endSessions(tx, ctx, member.userId, 'no_role');",
    replace: '',
    tests: flow,
  },
  {
    name: 'another account of the provider confirms nothing',
    file: domain('complete-sign-on'),
    find: 'if (identity?.userId !== session!.userId)',
    replace: 'if (false)',
    tests: flow,
  },
  {
    name: 'no password extends a session of a provider',
    file: auth('step-up'),
    find: 'if (session.singleSignOn) return null;',
    replace: '',
    tests: enforced,
  },
  {
    name: 'a revoked token manages no users',
    file: auth('authenticate-scim'),
    find: 'if (!row || row.revokedAt) return null;',
    replace: 'if (!row) return null;',
    tests: scim,
  },
  {
    name: 'only addresses of a verified domain are added by the provider',
    file: 'server/domain/provisioning/users.ts',
    find: 'if (!row?.verifiedAt)',
    replace: 'if (false)',
    tests: scim,
  },
  {
    name: 'the last administrator is not deactivated by the provider',
    file: 'server/domain/provisioning/membership.ts',
    find: 'if (admins.every((admin) => admin.userId === userId))',
    replace: 'if (false)',
    tests: scim,
  },
  {
    name: 'a deactivated user loses open sessions',
    file: 'server/domain/provisioning/membership.ts',
    find: "const sessions = await endSessions(tx, ctx, id, 'membership_ended');",
    replace: 'const sessions = 0;',
    tests: scim,
  },
  {
    name: 'a rejected refresh token ends the session',
    file: domain('check-sessions'),
    find: 'if (UNDECIDED.includes(error.reason)) return false;',
    replace: 'return false;',
    tests: checks,
  },
  {
    name: 'a provider that cannot be reached ends no session',
    file: domain('check-sessions'),
    find: 'if (UNDECIDED.includes(error.reason)) return false;',
    replace: '',
    tests: checks,
  },
  {
    name: 'a refreshed token is about the user of the session',
    file: domain('check-sessions'),
    find: 'if (claims.sub !== subject)',
    replace: 'if (false)',
    tests: checks,
  },
];
