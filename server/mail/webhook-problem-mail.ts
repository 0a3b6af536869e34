import type { Mail } from './send-mail';

/** Notifies administrators before messages are lost and when a webhook was disabled. */
export type WebhookProblem = 'given_up' | 'failing' | 'disabled';

export interface FailingWebhook {
  organization: string;
  /** Without path and query, which may contain secrets of the receiver. */
  host: string;
  link: string;
  /** Why it was disabled, as a sentence. */
  reason?: string;
}

const SENTENCES: Record<WebhookProblem, string> = {
  given_up:
    'A message could not be delivered in ten attempts over three days. You can resend it from the page below.',
  failing: 'No message has been delivered for three days.',
  disabled:
    'The webhook was disabled. Messages are held for at least 30 days and can be sent when it is enabled again.',
};

/** Plain text without patient data or the webhook's full URL. */
export function webhookProblemMail(
  { name, email }: { name: string; email: string },
  { organization, host, link, reason }: FailingWebhook,
  problems: readonly WebhookProblem[],
): Mail {
  const off = problems.includes('disabled');
  return {
    to: { name, address: email },
    subject: off ? `The webhook to ${host} was disabled` : `Messages to ${host} are not delivered`,
    text: [
      `${organization} sends event messages from the Clinical Data Service to ${host}.`,
      '',
      ...problems.map((problem) => SENTENCES[problem]),
      ...(reason === undefined ? [] : [`Reason: ${reason}`]),
      ...(off
        ? []
        : ['The webhook is disabled after five days without a success and at least 20 failures in a row.']),
      '',
      'See the responses and next steps on this page:',
      link,
      '',
      'You receive this email because you are an administrator of the organization.',
      '',
    ].join('\n'),
  };
}
