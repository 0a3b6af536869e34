import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { env } from '../../server/env';

/** A mail server on loopback that keeps received mails. */

export interface Received {
  from: string;
  to: string[];
  /** Raw header lines and body. */
  raw: string;
}

export interface SmtpServer {
  port: number;
  mails: Received[];
  /** Waits for the first mail to an address. */
  mailTo(address: string): Promise<Received>;
  close(): Promise<void>;
}

export async function startSmtp(options: SMTPServerOptions = {}): Promise<SmtpServer> {
  const mails: Received[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
        for (const look of waiting) look();
      });
    },
    ...options,
  });
  server.on('error', () => undefined); // clients may break off on purpose
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    mailTo: (address) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = mails.find(({ to }) => to.includes(address));
          if (!mail) return;
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Sends mails to this server; undefined turns mail off. */
export function setMail(url: string | undefined): void {
  Object.assign(env, { SMTP_URL: url, MAIL_FROM: url === undefined ? undefined : 'clinic@example.org' });
}

/** Decoded text of a mail. */
export function textOf({ raw }: Received): string {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (!/^content-transfer-encoding: *quoted-printable/im.test(head)) return text;
  return Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
