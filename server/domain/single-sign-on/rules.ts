import type { SignOnReason } from '../../data-types/sign-on-codes';

/** Words about single sign-on, for its pages. */

/** Whether members may, or must, sign in at the identity provider. */
export const SINGLE_SIGN_ON_WORDS = { off: 'Off', on: 'On', enforced: 'Enforced' };
export type SingleSignOnState = keyof typeof SINGLE_SIGN_ON_WORDS;

export const singleSignOnState = ({
  enabled,
  enforced,
}: {
  enabled: boolean;
  enforced: boolean;
}): SingleSignOnState => (!enabled ? 'off' : enforced ? 'enforced' : 'on');

/** A failure: what the user reads, and what an administrator does about it. */
interface Words {
  title: string;
  user: string;
  admin: string;
}

const TRY_AGAIN = 'Start again. If it fails again, contact your administrator.';
const ASK = 'Contact your administrator.';

export const FAILURES: Readonly<Record<SignOnReason, Words>> = {
  unavailable: {
    title: 'Single sign-on is not available',
    user: 'Check the address, or sign in another way.',
    admin: 'Single sign-on is not enabled, or the slug in the address is wrong.',
  },
  expired: {
    title: 'The sign-in has expired',
    user: 'It took longer than 15 minutes, or was completed in another window. Start again.',
    admin: 'The browser did not send the cookies of the sign-in. Ask the user to start again.',
  },
  wrong_state: {
    title: 'The sign-in was started elsewhere',
    user: 'The response belongs to another sign-in. Start again.',
    admin: 'The state does not match. A bookmark of the redirect URI, or a forged response.',
  },
  unreachable: {
    title: 'Your organization’s sign-in cannot be reached',
    user: 'Try again in a few minutes. If it fails again, contact your administrator.',
    admin: 'This server cannot reach the provider. Check the issuer, DNS, firewall and TLS certificate.',
  },
  wrong_discovery: {
    title: 'Single sign-on is not set up correctly',
    user: ASK,
    admin: 'The discovery document is not valid. Check the issuer.',
  },
  wrong_issuer: {
    title: 'Single sign-on is not set up correctly',
    user: ASK,
    admin: 'The issuer does not match. Enter it exactly as in the discovery document of the provider.',
  },
  cancelled: {
    title: 'The sign-in was canceled',
    user: 'Your organization’s sign-in reported that access was denied or canceled.',
    admin: 'The user canceled, or is not assigned to the application at the provider.',
  },
  provider_error: {
    title: 'Your organization’s sign-in reported an error',
    user: TRY_AGAIN,
    admin: 'The provider returned an error. Look it up in the documentation of the provider.',
  },
  wrong_client: {
    title: 'Single sign-on is not set up correctly',
    user: ASK,
    admin: 'The provider rejected client ID or client secret. The secret may have expired.',
  },
  code_rejected: {
    title: 'The sign-in was not accepted',
    user: 'It was used before or has expired. Start again.',
    admin:
      'The provider rejected the code. Check the redirect URI; a code is valid once and for a short time.',
  },
  wrong_token: {
    title: 'Single sign-on is not set up correctly',
    user: TRY_AGAIN,
    admin:
      'The ID token is not valid. It must be signed with an asymmetric algorithm; if it is encrypted, to the key of this page.',
  },
  wrong_signature: {
    title: 'The sign-in could not be verified',
    user: TRY_AGAIN,
    admin: 'The signature is not valid. Set an asymmetric algorithm such as RS256 at the provider.',
  },
  wrong_audience: {
    title: 'Single sign-on is not set up correctly',
    user: ASK,
    admin: 'The token is for another client. Check the client ID.',
  },
  wrong_nonce: {
    title: 'The sign-in was started elsewhere',
    user: 'The response belongs to another sign-in. Start again.',
    admin: 'The nonce does not match. The provider must return it in the ID token.',
  },
  clock_skew: {
    title: 'The sign-in could not be verified',
    user: TRY_AGAIN,
    admin: 'The clocks differ by more than a minute. Synchronize this server and the provider (NTP).',
  },
  missing_subject: {
    title: 'Single sign-on is not set up correctly',
    user: ASK,
    admin: 'The ID token has no subject. The provider must send the claim sub.',
  },
  missing_email: {
    title: 'Your account is not linked yet',
    user: 'Sign in with your password or passkey, then link it under Account, Security.',
    admin: 'The ID token has no email claim, so no member or invitation can be found.',
  },
  not_linked: {
    title: 'Your account is not linked yet',
    user: 'Sign in with your password or passkey, then link it under Account, Security.',
    admin: 'The member links the account, or you verify the domain and link members automatically.',
  },
  already_linked: {
    title: 'The account is linked to someone else',
    user: ASK,
    admin: 'The account at the provider or the member has another link. Remove it on the page of the member.',
  },
  not_member: {
    title: 'You are not a member of this organization',
    user: 'Ask an administrator for an invitation.',
    admin: 'The user has no membership, or it has ended. Invite or restore them.',
  },
  no_role: {
    title: 'You have no access to this organization',
    user: 'Ask your administrator to add you to a group with access.',
    admin: 'None of the groups of the user has a role here.',
  },
  too_many_groups: {
    title: 'Single sign-on is not set up correctly',
    user: ASK,
    admin: 'The user is in too many groups. Send only the groups assigned to the application.',
  },
  second_factor_missing: {
    title: 'A second factor is required',
    user: 'Your organization’s sign-in did not report one. Contact your administrator.',
    admin: 'This organization requires a second factor, and the provider reported none that counts.',
  },
  other_account: {
    title: 'You signed in with another account',
    user: 'Confirm with the account with which you are signed in.',
    admin: 'The user confirmed their identity with another account of the provider.',
  },
  logout_token: {
    title: 'The logout was rejected',
    user: ASK,
    admin: 'The provider sent a logout token that is not valid. Sessions did not end.',
  },
};

/** Between two checks of a session with the provider. */
export const CHECK_EVERY_MS = 5 * 60_000;

/** Name and value of the DNS record that proves a domain. */
export const recordName = (domain: string): string => `_clinical-data-service.${domain}`;
export const recordValue = (token: string): string => `clinical-data-service=${token}`;

export const BREAK_GLASS_COUNT = 2;
