import { count } from '../counts';
import { env } from '../env';
import { logger } from '../logger';
import { traced } from '../tracing';
import { smtpOptions, WHOLE_MS } from './smtp-options';

/**
 * Sends one plain text mail through the operator's mail server. Do not call inside a transaction: it waits for the
 * network. Neither address nor text is logged, only codes, because server messages may repeat them.
 */

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
}

/** Without a mail server, links are shown once to the user who requested them. */
export const mailIsSet = (): boolean => env.SMTP_URL !== undefined;

const CONTROL = /\p{Cc}/u;

/** @returns whether the mail server accepted it */
export async function sendMail({ to, subject, text }: Mail): Promise<boolean> {
  const { SMTP_URL, MAIL_FROM } = env;
  if (SMTP_URL === undefined || MAIL_FROM === undefined) throw new Error('No mail server is configured');
  // The library encodes them too, but a line break in a header would start another header.
  if ([to.name, to.address, subject].some((line) => CONTROL.test(line)))
    throw new Error('A line of an email contains a control character');
  const startedAt = performance.now();
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), WHOLE_MS);
  try {
    // Loaded with the first mail: most processes send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(smtpOptions(SMTP_URL));
    const message = {
      from: MAIL_FROM,
      to: { name: to.name, address: to.address },
      // Explicit, so that the header is not parsed for recipients.
      envelope: { from: MAIL_FROM, to: [to.address] },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: stop.signal,
    };
    await traced('SMTP send', 'client', () => transport.sendMail(message));
    count('clinical_mails_total', ['sent']);
    return true;
  } catch (error) {
    count('clinical_mails_total', ['failed']);
    logger.warn({ ...codesOf(error), ms: Math.round(performance.now() - startedAt) }, 'a mail was not sent');
    return false;
  } finally {
    clearTimeout(late);
  }
}

/** The loggable parts of a failure: library codes and SMTP codes. */
function codesOf(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = (error ?? {}) as Record<string, unknown>;
  return {
    ...(typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? { code } : {}),
    ...(typeof responseCode === 'number' ? { smtp_code: responseCode } : {}),
    ...(typeof command === 'string' && /^[A-Z ]{1,20}$/.test(command) ? { command } : {}),
  };
}
