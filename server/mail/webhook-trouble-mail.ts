import type { Mail } from './send-mail';

/** Notifies administrators before messages are lost and when a webhook was disabled. */
export type WebhookTrouble = 'given_up' | 'failing' | 'disabled';

export interface WebhookInTrouble {
  organization: string;
  /** Without path and query, which may contain secrets of the receiver. */
  host: string;
  link: string;
  /** Why it was disabled, as a sentence. */
  reason?: string;
}

const SENTENCES: Record<WebhookTrouble, string> = {
  given_up:
    'A message was tried ten times over three days and could not be delivered. It can be sent again from the page below.',
  failing: 'No message has got through for three days.',
  disabled:
    'The webhook was switched off. Messages are held for 30 days; they can be sent when it is enabled again.',
};

/** Plain text without patient data or the webhook's full URL. */
export function webhookTroubleMail(
  { name, email }: { name: string; email: string },
  { organization, host, link, reason }: WebhookInTrouble,
  troubles: readonly WebhookTrouble[],
): Mail {
  const off = troubles.includes('disabled');
  return {
    to: { name, address: email },
    subject: off ? `The webhook to ${host} was switched off` : `Messages to ${host} do not arrive`,
    text: [
      `${organization} sends messages to ${host} when something happens in the Clinical Data Service.`,
      '',
      ...troubles.map((trouble) => SENTENCES[trouble]),
      ...(reason === undefined ? [] : [`Reason: ${reason}`]),
      ...(off ? [] : ['If nothing gets through for five days, the webhook is switched off.']),
      '',
      'What was answered, and what to do about it, is on this page:',
      link,
      '',
      'You get this mail because you are an administrator of the organization.',
      '',
    ].join('\n'),
  };
}
