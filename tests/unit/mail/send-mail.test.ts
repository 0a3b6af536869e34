import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logger } from '../../../server/logger';
import { invitationMail } from '../../../server/mail/invitation-mail';
import { passwordResetMail } from '../../../server/mail/password-reset-mail';
import { mailIsSet, sendMail, type Mail } from '../../../server/mail/send-mail';
import { smtpOptions } from '../../../server/mail/smtp-options';
import { startSmtp, textOf, setMail, type SmtpServer } from '../../support/smtp';

/** With a real mail server: what arrives, what is rejected, and that the log contains no personal data. */

const LINK = 'https://portal.example.org/invitation/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const mail = (change: Partial<Mail> = {}): Mail => ({
  ...invitationMail({
    name: 'Zoë Ångström',
    email: 'zoe@clinic.example',
    organization: 'St. Elsewhere',
    link: LINK,
    days: 7,
  }),
  ...change,
});

let server: SmtpServer | undefined;
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  setMail(undefined);
  await server?.close();
  server = undefined;
  for (const close of opened.splice(0)) await close();
});

async function start(options: Parameters<typeof startSmtp>[0] = {}, scheme = 'smtp', host = '127.0.0.1') {
  server = await startSmtp(options);
  setMail(`${scheme}://${host}:${server.port}`);
  return server;
}

/** A hand-written server, for behavior that a correct one never shows. */
async function listen(onConnection: (socket: net.Socket) => void): Promise<number> {
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => listener.close(resolve));
  });
  return (listener.address() as AddressInfo).port;
}

function watchLog(): () => string {
  const lines: unknown[] = [];
  vi.spyOn(logger, 'warn').mockImplementation((...line: unknown[]) => void lines.push(line));
  return () => JSON.stringify(lines);
}

describe('emails', () => {
  it("arrive complete, as plain text, from the operator's address", async () => {
    const { mails } = await start();
    expect(mailIsSet()).toBe(true);
    expect(await sendMail(mail())).toBe(true);
    expect(mails).toHaveLength(1);
    const [received] = mails;
    expect([received!.from, received!.to]).toEqual(['clinic@example.org', ['zoe@clinic.example']]);
    expect(received!.raw).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(received!.raw).toMatch(/^Subject: Invitation to St\. Elsewhere\r$/m);
    expect(textOf(received!)).toContain(LINK);
    expect(received!.raw).not.toMatch(/html/i);
  });

  it('for a new password state how long the link is valid', async () => {
    const { mails } = await start();
    const reset = passwordResetMail({ name: 'A B', email: 'a@b.example', link: LINK, minutes: 30 });
    expect(await sendMail(reset)).toBe(true);
    expect(textOf(mails[0]!)).toContain('within 30 minutes');
  });

  it.each(['\r\n', '\n', '\r', '\0', '\u0085'])(
    'reject line breaks in a name, an address or a subject: %j',
    async (end) => {
      const { mails } = await start();
      const injected = `Zoe${end}Bcc: thief@example.org`;
      await expect(sendMail(mail({ to: { name: injected, address: 'a@b.example' } }))).rejects.toThrow(
        'control character',
      );
      await expect(sendMail(mail({ subject: injected }))).rejects.toThrow('control character');
      await expect(
        sendMail(mail({ to: { name: 'Zoe', address: `a@b.example${end}RCPT TO:<t@e.example>` } })),
      ).rejects.toThrow('control character');
      expect(mails).toEqual([]);
    },
  );

  it('go to one recipient, whatever the name contains', async () => {
    const { mails } = await start();
    const names = [
      'thief@example.org, Zoe',
      '"Zoe" <thief@example.org>',
      'Zoe; thief@example.org',
      '=?utf-8?q?=0ABcc:_thief=40example.org?=',
      'Zoe (thief@example.org)',
    ];
    for (const name of names)
      expect(await sendMail(mail({ to: { name, address: 'a@b.example' } }))).toBe(true);
    expect(mails.map(({ to }) => to)).toEqual(names.map(() => ['a@b.example']));
    for (const { raw } of mails) expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc):/im);
  });
});

describe('failing mail server', () => {
  const NOT_TOLD = /zoe|clinic\.example|AAAA|secret|st\. elsewhere/i;

  it('is reported when unreachable', async () => {
    const reported = watchLog();
    const { port, close } = await startSmtp();
    await close();
    setMail(`smtp://user:secret@127.0.0.1:${port}`);
    expect(await sendMail(mail())).toBe(false);
    expect(reported()).toContain('a mail was not sent');
    expect(reported()).not.toMatch(NOT_TOLD);
  });

  it('is reported when it rejects the recipient, without the address', async () => {
    const reported = watchLog();
    await start({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`550 no <${address}> here`), { responseCode: 550 })),
    });
    expect(await sendMail(mail())).toBe(false);
    expect(reported()).toContain('550');
    expect(reported()).not.toMatch(NOT_TOLD);
  });

  it('is reported when it rejects the password', async () => {
    const reported = watchLog();
    server = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    });
    setMail(`smtp://user:secret@127.0.0.1:${server.port}`);
    expect(await sendMail(mail())).toBe(false);
    expect(reported()).not.toMatch(NOT_TOLD);
  });

  it.each([
    ['never greets', () => undefined],
    [
      'greets and then says a word a second',
      (socket: net.Socket) => {
        socket.write('220 slow\r\n');
        const drip = setInterval(() => socket.write('250-x\r\n'), 1_000);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ])('%s: the email fails in time', async (_name, onConnection) => {
    watchLog();
    setMail(`smtp://127.0.0.1:${await listen(onConnection)}`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = sendMail(mail());
    let over = false;
    void sent.finally(() => (over = true));
    // Sockets need real time, while the fake clock is advanced.
    for (let second = 0; second < 40 && !over; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.useRealTimers();
    expect(await sent).toBe(false);
  });
});

describe('email encryption', () => {
  it('is verified: an untrusted certificate receives nothing', async () => {
    const reported = watchLog();
    const { mails } = await start({ secure: true }, 'smtps', 'localhost');
    expect(await sendMail(mail())).toBe(false);
    expect(mails).toEqual([]);
    expect(reported()).toMatch(/ETLS|ESOCKET|CERT/);
  });

  it('is required for all other hosts: one without STARTTLS receives nothing', async () => {
    watchLog();
    // Only a resolver treats this address as loopback.
    const { mails } = await start({ disabledCommands: ['STARTTLS'] }, 'smtp', '127.1');
    expect(await sendMail(mail())).toBe(false);
    expect(mails).toEqual([]);
    setMail(`smtp://127.0.0.1:${server!.port}`);
    expect(await sendMail(mail())).toBe(true);
  });

  it.each([
    ['smtp://mail.example.org', { port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtp://mail.example.org:25', { port: 25, requireTLS: true }],
    ['smtps://mail.example.org', { port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
    ['smtp://localhost:2525', { port: 2525, secure: false, requireTLS: false, ignoreTLS: true }],
    ['smtp://[::1]', { host: '::1', requireTLS: false }],
    ['smtp://localhost.example.org', { requireTLS: true, ignoreTLS: false }],
    ['smtp://127.0.0.1.example.org', { requireTLS: true }],
    ['smtp://a%40b:p%3Aw@mail.example.org', { auth: { user: 'a@b', pass: 'p:w' } }],
  ])('%s', (address, expected) => {
    expect(smtpOptions(address)).toMatchObject({
      ...expected,
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
      logger: false,
    });
  });
});
