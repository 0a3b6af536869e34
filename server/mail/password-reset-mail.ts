import type { Mail } from './send-mail';

export interface PasswordResetMail {
  name: string;
  email: string;
  link: string;
  minutes: number;
}

/** Does not name the requester, who may be the user or an administrator. */
export function passwordResetMail({ name, email, link, minutes }: PasswordResetMail): Mail {
  return {
    to: { name, address: email },
    subject: 'Choose a new password',
    text: [
      'A new password was asked for your account at the Clinical Data Service.',
      '',
      'Open this link to choose it:',
      link,
      '',
      `It can be used once, within ${minutes} minutes. All your sessions end when you use it.`,
      'If you did not ask for it, you need not do anything: your password stays as it is.',
      '',
    ].join('\n'),
  };
}
