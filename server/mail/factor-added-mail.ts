import type { Mail } from './send-mail';

export type AddedFactor = 'totp' | 'passkey' | 'recovery_codes' | 'single_sign_on';

const WORDS: Record<AddedFactor, { subject: string; what: string }> = {
  totp: {
    subject: 'An authenticator app was added to your account',
    what: 'An authenticator app was added to your account',
  },
  passkey: {
    subject: 'A passkey was added to your account',
    what: 'A passkey was added to your account',
  },
  single_sign_on: {
    subject: 'Your account can be opened by single sign-on',
    what: 'An account of your organization was linked to your account',
  },
  recovery_codes: {
    subject: 'New recovery codes were created for your account',
    what: 'New recovery codes replaced the earlier ones of your account',
  },
};

/** Notifies the user, because a factor added by an attacker survives a password change. */
export function factorAddedMail({ name, email }: { name: string; email: string }, added: AddedFactor): Mail {
  const { subject, what } = WORDS[added];
  return {
    to: { name, address: email },
    subject,
    text: [
      `${what} at the Clinical Data Service.`,
      '',
      'If this was you, no action is needed.',
      'If it was not you, contact an administrator of your organization immediately. A new password alone does not remove it.',
      '',
    ].join('\n'),
  };
}
