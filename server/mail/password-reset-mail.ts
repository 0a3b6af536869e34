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
      'A password reset was requested for your account at the Clinical Data Service.',
      '',
      'Open this link to choose a new password:',
      link,
      '',
      `The link can be used once, within ${minutes} minutes. Using it ends all your sessions.`,
      'If you did not request this, ignore this email. Your password stays the same.',
      '',
    ].join('\n'),
  };
}
