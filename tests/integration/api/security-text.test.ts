import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { env } from '../../../server/env';
import { startServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const get = () => fetch(`${server.url}/.well-known/security.txt`);

describe('security.txt', () => {
  it('has the contact of the installation and an end of less than a year (RFC 9116)', async () => {
    Object.assign(env, { SECURITY_CONTACT: 'mailto:security@example.org' });
    const answer = await get();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = Object.fromEntries(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/)),
    ) as Record<string, string>;
    expect(fields).toMatchObject({
      Contact: 'mailto:security@example.org',
      Canonical: `${server.url}/.well-known/security.txt`,
    });
    const days = (Date.parse(fields.Expires!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('does not exist without a contact', async () => {
    Object.assign(env, { SECURITY_CONTACT: undefined });
    const answer = await get();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });
});
