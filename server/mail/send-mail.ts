import { env } from '../env';
import { logger } from '../logger';
import { smtpOptions, WHOLE_MS } from './smtp-options';

/**
 * Sends one plain mail through the operator's mail server. Never inside a transaction: it waits for a network. Neither
 * address nor text is logged; what the server says may repeat them, so only codes are.
 */

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
}

/** Whether the operator has named a mail server; otherwise links are shown once to whoever asked for them. */
export const mailIsSet = (): boolean => env.SMTP_URL !== undefined;

const CONTROL = /\p{Cc}/u;

/** @returns whether the mail server took it */
export async function sendMail({ to, subject, text }: Mail): Promise<boolean> {
  const { SMTP_URL, MAIL_FROM } = env;
  if (SMTP_URL === undefined || MAIL_FROM === undefined) throw new Error('No mail server is set');
  // The library encodes them as well; a line end in a header is a second header.
  if ([to.name, to.address, subject].some((line) => CONTROL.test(line)))
    throw new Error('A line of a mail holds a control character');
  const startedAt = performance.now();
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), WHOLE_MS);
  try {
    // Loaded with the first mail: most processes send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(smtpOptions(SMTP_URL));
    await transport.sendMail({
      from: MAIL_FROM,
      to: { name: to.name, address: to.address },
      // The text of the header is not parsed for recipients: there is one.
      envelope: { from: MAIL_FROM, to: [to.address] },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: stop.signal,
    });
    return true;
  } catch (error) {
    logger.warn({ ...codesOf(error), ms: Math.round(performance.now() - startedAt) }, 'a mail was not sent');
    return false;
  } finally {
    clearTimeout(late);
  }
}

/** What may be told of a failure: words of the library and numbers of the protocol. */
function codesOf(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = (error ?? {}) as Record<string, unknown>;
  return {
    ...(typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? { code } : {}),
    ...(typeof responseCode === 'number' ? { smtp_code: responseCode } : {}),
    ...(typeof command === 'string' && /^[A-Z ]{1,20}$/.test(command) ? { command } : {}),
  };
}
