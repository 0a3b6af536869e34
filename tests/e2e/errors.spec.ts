import { STATUS, type ErrorCode } from '../../server/domain/errors';
import { GUIDE } from '../../server/domain/error-guide';
import { exchange } from '../support/raw';
import { actAs } from './support/page-session';
import { demo, expect, test, url } from './support/portal';
import { statement } from './support/statement';

/** The pages that the `type` of problem documents names, and refusals of the built service that pages could hide. */

test('every code of the contract has its page, open to everybody', async () => {
  for (const code of Object.keys(STATUS) as ErrorCode[]) {
    const answer = await fetch(`${url()}/docs/errors/${code}`, { redirect: 'manual' });
    expect(answer.status, code).toBe(200);
    const html = await answer.text();
    expect(html, code).toContain(GUIDE[code].meaning.split('`')[0]!.replaceAll("'", '&#x27;'));
    expect(html, code).toContain(`&quot;code&quot;: &quot;${code}&quot;`);
  }
});

test('the type of a refusal opens', async () => {
  const refusals = [
    await fetch(`${url()}/v1/patients`),
    await fetch(`${url()}/v1/patients`, { headers: { authorization: 'Bearer x' } }),
    await fetch(`${url()}/v1/nothing`, { headers: { authorization: `Bearer ${(await demo()).apiKey}` } }),
  ];
  for (const refusal of refusals) {
    const { type, code } = (await refusal.json()) as { type: string; code: string };
    expect(type).toBe(`${url()}/docs/errors/${code}`);
    expect((await fetch(type)).status).toBe(200);
  }
});

test('what pages refuse is recorded as well', async ({ page }) => {
  await actAs(page, 'admin');
  const elsewhere = { 'X-Clinical-Organisation': 'org_01k00000000000000000000000' };
  const shown = await page.request.get(`${url()}/patients`, { headers: elsewhere, maxRedirects: 0 });
  expect(shown.status()).toBe(409);
  const audited = await statement('SELECT action, outcome, code FROM audit_events WHERE request_id = $1', [
    shown.headers()['x-request-id'],
  ]);
  expect(audited).toEqual([{ action: 'open_page', outcome: 'refused', code: 'organisation_changed' }]);
  const posted = await fetch(`${url()}/patients`, { method: 'POST' });
  expect(posted.status).toBe(405);
  const counted = await statement('SELECT code FROM security_events WHERE last_request_id = $1', [
    posted.headers.get('x-request-id'),
  ]);
  expect(counted).toEqual([{ code: 'method_not_allowed' }]);
});

test('a file of which a piece does not come is not saved', async ({ page }) => {
  await actAs(page, 'admin');
  await page.goto(`${url()}/admin/audit`, { waitUntil: 'networkidle' });
  const press = () => page.getByRole('button', { name: 'Download CSV' }).click();
  let saved = 0;
  page.on('download', () => saved++);
  const pieces = '**/api/trpc/auditLog.exportAuditEvents*';
  await page.route(pieces, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result?: { data: { next_cursor: string | null } } };
    // As if there were more, of which the service then knows nothing.
    if (json.result) json.result.data.next_cursor = 'torn';
    await route.fulfill({ response, json });
  });
  await press();
  await expect(page.getByRole('alert').filter({ hasText: 'No file was saved.' })).toBeVisible();
  expect(saved).toBe(0);
  await page.unroute(pieces);
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const lines = Buffer.concat(parts).toString('utf8').split('\r\n');
  expect(lines[0]).toMatch(/^\ufeff"Time \(UTC\)","Who"/);
  await expect(page.getByText(`${lines.length - 2} lines in the file`)).toBeVisible();
});

test('a word that is no code has no page', async () => {
  for (const word of ['no_such_code', 'constructor', '__proto__', 'toString', 'NOT_FOUND', '%00', 'a/b'])
    expect((await fetch(`${url()}/docs/errors/${word}`)).status, word).toBe(404);
});

test('asking for another protocol leads past no door, also after pages were served', async () => {
  await fetch(`${url()}/sign-in`);
  const { host } = new URL(url());
  const { answers } = await exchange(
    url(),
    [
      `GET /v1/patients HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    ],
    { answers: 1 },
  );
  expect(answers.map(({ status }) => status)).toEqual([401]);
  expect(JSON.parse(answers[0]!.body)).toMatchObject({ code: 'missing_credentials' });
});
