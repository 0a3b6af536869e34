import { isIP } from 'node:net';
import type { SMTPTransportOptions } from 'nodemailer';

/** Connection options from `SMTP_URL`: required encryption and a timeout per step. */

/** Limit for one mail in total. */
export const WHOLE_MS = 20_000;
const STEP_MS = 8_000;

/** Mail to a local mail server does not cross the network. */
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
    // If a server, or an attacker in between, offers no STARTTLS, neither password nor mail is sent.
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
    // Its log contains addresses and texts.
    logger: false,
  };
}
