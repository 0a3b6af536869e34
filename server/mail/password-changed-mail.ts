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
      'The password of your account at the Clinical Data Service was changed. All other sessions were ended.',
      '',
      ...(lines.length > 0
        ? [
            'Your account still has these second factors:',
            ...lines,
            'If you do not recognize one of them, remove it under Account, Security, or ask an administrator of your organization.',
            '',
          ]
        : []),
      'If this was you, no action is needed.',
      'If it was not you, contact an administrator of your organization immediately.',
      '',
    ].join('\n'),
  };
}
