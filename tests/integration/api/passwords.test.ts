import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { passwordResetsSent } from '../../../server/auth/password-reset';
import { personOfTwo } from '../../support/people';
import { startServer, type TestServer } from '../../support/server';
import { setMail, startSmtp, type SmtpServer } from '../../support/smtp';

/** C-05 at the endpoint for forgotten passwords: one response for all, and limits by IP address. */

let server: TestServer;
let smtp: SmtpServer;
beforeAll(async () => {
  server = await startServer();
  smtp = await startSmtp();
});
afterEach(() => setMail(undefined));
afterAll(async () => {
  await smtp.close();
  await server.close();
});

const post = async (form: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/api/public/${form}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const plain = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return {
    status: answer.status,
    text,
    code: (JSON.parse(text) as { code?: string }).code,
    print: JSON.stringify([answer.status, plain, text]),
  };
};

describe('forgotten password', () => {
  it('is answered in the same way for known and unknown addresses, before any look-up', async () => {
    setMail(`smtp://127.0.0.1:${smtp.port}`);
    const { person } = await personOfTwo();
    const [known, unknown] = [
      await post('request-password-reset', { email: person.email }),
      await post('request-password-reset', { email: 'unknown-user@example.org' }),
    ];
    expect(known.status).toBe(200);
    expect(known.print).toBe(unknown.print);
    await passwordResetsSent();
    await smtp.mailTo(person.email);
  });

  it('states that no mail is sent where there is no mail server', async () => {
    expect(await post('request-password-reset', { email: 'a@example.org' })).toMatchObject({
      status: 409,
      code: 'invalid_state',
    });
  });

  it('rejects cross-origin requests, and too many from one address', async () => {
    const reset = { secret: 'A'.repeat(43), password: 'fifteen letters and more' };
    expect(await post('redeem-password-reset', reset, { 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({
      status: 403,
    });
    expect(await post('redeem-password-reset', { ...reset, more: 1 })).toMatchObject({
      status: 422,
      code: 'validation_failed',
    });
    expect(await post('redeem-password-reset', '{')).toMatchObject({ status: 400, code: 'invalid_json' });
    expect(await post('elsewhere', reset)).toMatchObject({ status: 404 });
    expect(await post('redeem-password-reset', reset)).toMatchObject({ status: 404, code: 'not_found' });
    const codes = [];
    for (let n = 0; n < 10; n++)
      codes.push((await post('redeem-password-reset', { ...reset, secret: 'x' })).code);
    expect(codes.at(-1)).toBe('rate_limited');
  });
});
