import type { Mail } from './send-mail';

export interface ChartOpened {
  organization: string;
  user: string;
  /** In words. */
  reason: string;
  link: string;
}

/** Notifies administrators that a restricted chart was opened. Plain text without patient data. */
export const chartOpenedMail = (
  { name, email }: { name: string; email: string },
  { organization, user, reason, link }: ChartOpened,
): Mail => ({
  to: { name, address: email },
  subject: 'A restricted chart was opened',
  text: [
    `${user} opened a restricted chart of ${organization}.`,
    `Reason: ${reason}`,
    '',
    'See whose chart it was, and what was done in it:',
    link,
    '',
    'You receive this email because you are an administrator of the organization.',
    '',
  ].join('\n'),
});
