import type { Mail } from './send-mail';

/** Told to the person, so that a change that was not theirs is noticed. */
export function passwordChangedMail({ name, email }: { name: string; email: string }): Mail {
  return {
    to: { name, address: email },
    subject: 'Your password was changed',
    text: [
      'The password of your account at the Clinical Data Service was changed, and your other sessions were ended.',
      '',
      'If this was you, you need not do anything.',
      'If it was not, tell an administrator of your organisation at once.',
      '',
    ].join('\n'),
  };
}
