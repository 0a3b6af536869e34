import type { Mail } from './send-mail';

export interface InvitationMail {
  name: string;
  email: string;
  organization: string;
  link: string;
  days: number;
}

/** Plain text, no images, no patient data; names the inviting organization and the link's lifetime. */
export function invitationMail({ name, email, organization, link, days }: InvitationMail): Mail {
  return {
    to: { name, address: email },
    subject: `Invitation to ${organization}`,
    text: [
      `You are invited to join ${organization} in the Clinical Data Service.`,
      '',
      'Open this link to accept:',
      link,
      '',
      `The link can be used once, within ${days} days. It is for you only: do not forward this email.`,
      'If you did not expect this email, ignore it.',
      '',
    ].join('\n'),
  };
}
