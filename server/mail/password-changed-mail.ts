import type { Mail } from './send-mail';

export interface PasswordChangedMail {
  name: string;
  email: string;
  /** Remaining second factors: one added by an attacker would still work. */
  factors: readonly { kind: 'totp' | 'passkey'; since: Date }[];
}

const KINDS = { totp: 'an authenticator app', passkey: 'a passkey' } as const;

/** Lets the user notice a change they did not make. */
export function passwordChangedMail({ name, email, factors }: PasswordChangedMail): Mail {
  const lines = factors.map(
    ({ kind, since }) => `- ${KINDS[kind]}, added on ${since.toISOString().slice(0, 10)}`,
  );
  return {
    to: { name, address: email },
    subject: 'Your password was changed',
    text: [
      'The password of your account at the Clinical Data Service was changed, and all other sessions of it were ended.',
      '',
      ...(lines.length > 0
        ? [
            'These second factors stay with your account:',
            ...lines,
            'If one of them is not yours, remove it on the page Account, Security, or ask an administrator of your organization.',
            '',
          ]
        : []),
      'If this was you, you need not do anything else.',
      'If it was not, tell an administrator of your organization at once.',
      '',
    ].join('\n'),
  };
}
