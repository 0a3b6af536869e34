import { isIP } from 'node:net';
import type { SMTPTransportOptions } from 'nodemailer';

/** From `SMTP_URL` to a connection: which encryption is demanded, and how long each step may take. */

/** The whole of one mail, whatever its steps took. */
export const WHOLE_MS = 20_000;
const STEP_MS = 8_000;

/** Mail to a program on this machine leaves it by that program's own rules. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export function smtpOptions(address: string): SMTPTransportOptions {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const near = isThisMachine(host);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A server that offers no STARTTLS, or somebody between who takes the offer away, gets neither password nor mail.
    requireTLS: !secure && !near,
    ignoreTLS: !secure && near,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    // It writes addresses and texts.
    logger: false,
  };
}
