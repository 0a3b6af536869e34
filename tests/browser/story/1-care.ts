import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { FIXTURES } from '../../support/fixtures';
import { counted } from '../support/input-counter';
import { openFold } from '../support/open-fold';
import { admin, demo, expect, signIn, signOut, test, url } from '../support/portal';
import { startReceiver, type Receiver } from '../support/receiver';
import { ownService } from '../support/services';
import { sourceFolder, sourceObservations, sourcePatients } from '../support/synthea';

/**
 * The whole chain on realistic input, in order: import, a clinician's work, the laboratory's response, webhooks.
 * `2-external-program.ts` plays the external program.
 */

const PDF = path.join(FIXTURES, 'documents/pdf/simhosp_note2.pdf');

let receiver: Receiver;
let patientUrl: string;
let secret: string;
let webhookUrl: string;

async function count(statement: string): Promise<number> {
  const urls = await connectionOfRunningServer(ownService().dataDir);
  const client = new pg.Client({ connectionString: urls!.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ n: string }>(statement);
  await client.end();
  return Number(rows[0]!.n);
}

const imported = () => count("SELECT count(*) AS n FROM patients WHERE external_id ~ '^(r4|s3|sm)-'");
const observations = () =>
  count(
    'SELECT count(*) AS n FROM lab_observations o JOIN lab_results r ON (r.org_id, r.id) = (o.org_id, o.result_id) WHERE r.historical',
  );

export function care(): void {
  test.describe.configure({ mode: 'serial' });

  test.beforeAll(async () => {
    receiver = await startReceiver();
  });
  test.afterAll(() => receiver.close());

  const importAll = ['import', 'synthea', '--org', 'demo'];

  test('import that is killed can be repeated', { tag: '@nightly' }, async () => {
    const source = sourceFolder();
    const killed = spawn(process.execPath, ['dist/admin.mjs', ...importAll, '--dir', source], {
      env: { ...process.env, DATA_DIR: ownService().dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let progress = '';
    killed.stderr.on('data', (chunk) => (progress += String(chunk)));
    await expect.poll(imported, { timeout: 120_000, intervals: [20] }).toBeGreaterThan(10);
    killed.kill('SIGKILL');
    rmSync(source, { recursive: true });
    expect(await imported()).toBeLessThan(sourcePatients().length);
    expect(progress).toMatch(/\d/);
  });

  test('1. import loads everything', async () => {
    test.setTimeout(400_000);
    const source = sourceFolder();
    const [patients, lines] = [sourcePatients().length, sourceObservations().length];
    await admin(...importAll, '--dir', source);
    expect(await imported()).toBe(patients);
    expect(await observations()).toBe(lines);
    rmSync(source, { recursive: true });
    // Imported history causes no webhook.
    expect(
      await count(
        "SELECT count(*) AS n FROM events e WHERE EXISTS (SELECT 1 FROM lab_results r WHERE r.id = e.object_id AND r.historical) OR EXISTS (SELECT 1 FROM patients p WHERE p.id = e.object_id AND p.external_id ~ '^(r4|s3|sm)-')",
      ),
    ).toBe(0);
  });

  test('import changes nothing when repeated', { tag: '@nightly' }, async () => {
    const source = sourceFolder();
    const [patients, lines] = [sourcePatients().length, sourceObservations().length];
    const again = await admin(...importAll, '--dir', source);
    rmSync(source, { recursive: true });
    expect(again).toMatchObject({
      patients: { created: 0, known: patients },
      results: { created: 0, updated: 0 },
      observations: { created: 0 },
    });
    expect(await observations()).toBe(lines);
  });

  test('2. clinician finds a patient, reads a report, orders a test and files a document', async ({
    page,
  }) => {
    const lines = sourceObservations();
    // A report with ranges, one line of it above its range: these come from the hand-made patients of the source.
    const high = lines.find(
      (line) =>
        line.pid.startsWith('sm-') &&
        line.value_type === 'quantity' &&
        Number(line.ref_high) > 0 &&
        Number(line.value) > Number(line.ref_high),
    )!;
    const patient = sourcePatients().find(({ pid }) => pid === high.pid)!;

    await signIn(page, 'clinician');
    await page.goto(`${url()}/patients`);
    await page
      .getByLabel('Find a patient', { exact: true })
      .fill(`${patient.family.slice(0, 4)} ${patient.given[0]!.slice(0, 3)}`);
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(patient.family, 'i') })
      .first()
      .click();
    await page.waitForURL(/\/patients\/pat_/);
    patientUrl = page.url();
    const banner = page.getByRole('region', { name: /patient/i }).first();
    await expect(banner).toContainText(patient.family.toUpperCase());

    const mine = lines.filter(({ pid }) => pid === patient.pid);
    const day = high.effective.slice(0, 10);
    const [year, month, dayOfMonth] = day.split('-');
    const shown = `${dayOfMonth}-${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(month) - 1]}-${year}`;
    await page.getByRole('navigation', { name: 'Chart' }).getByRole('link', { name: 'Results' }).click();
    await page.getByRole('row').filter({ hasText: shown }).getByRole('link').first().click();
    await page.waitForURL(/\/results\/res_/);
    for (const line of mine.filter(({ effective }) => effective === high.effective)) {
      // The same code can occur twice at one time; each occurrence is a separate line.
      const row = page.getByRole('row').filter({ hasText: line.name }).filter({ hasText: line.value });
      await expect(row.first()).toContainText(line.unit || line.value);
    }
    const row = page.getByRole('row').filter({ hasText: high.name }).filter({ hasText: high.value }).first();
    await expect(row).toContainText(`${Number(high.ref_low)}`);
    await expect(row).toContainText(`${Number(high.ref_high)}`);
    await expect(row).toContainText('High');
    await expect(row.locator('.spine')).toContainText('H');
    await expect(row.locator('.spine svg').first()).toBeVisible();

    await page.goto(`${patientUrl}/orders/new`);
    await page.getByLabel('Add a test').fill('lipid');
    await page.getByRole('option', { name: /^Lipid panel/ }).click();
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/ord_/);
    await expect(page.getByRole('main')).toContainText('Not sent');

    await page.goto(`${patientUrl}/documents`);
    const slow = await page.context().newCDPSession(page);
    await slow.send('Network.enable');
    await slow.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 15_000,
    });
    await expect(page.getByRole('button', { name: /Choose files/ })).toBeEnabled();
    await page.getByLabel('Files to upload').setInputFiles(PDF);
    await page.getByRole('list', { name: 'Files' }).getByLabel('Type').selectOption('Clinical note');
    await page
      .getByRole('button', { name: new RegExp(`File 1 document to .*${patient.family}`, 'i') })
      .click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    const filed = page.getByRole('list', { name: 'Files' }).getByRole('link').first();
    await expect(filed).toBeVisible({ timeout: 60_000 });
    await slow.detach();

    await page.goto(`${patientUrl}/documents`);
    await page.getByRole('table').getByRole('link').first().click();
    await page.waitForURL(/\/documents\/doc_/);
    const frame = page.locator('iframe');
    await expect(frame).toBeVisible();
    const content = await page.request.get(new URL((await frame.getAttribute('src'))!, url()).href);
    expect(content.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.compare(await content.body(), readFileSync(PDF))).toBe(0);
  });

  /** The newest open order of the story's patient, according to its page. */
  async function newestOrder(): Promise<string> {
    const { apiKey } = await demo();
    const answer = await fetch(
      `${url()}/v1/labs/orders?patient_id=${patientUrl.split('/').at(-1)}&status=requested&limit=1`,
      { headers: { Authorization: `Bearer ${apiKey}` } },
    );
    const { data } = (await answer.json()) as { data: { id: string }[] };
    return data[0]!.id;
  }

  // In the suite `live-updates.spec.ts` shows a received report in an open chart.
  test(
    '3. laboratory answers, and the report appears in the chart',
    { tag: '@nightly' },
    async ({ page }) => {
      await signIn(page, 'clinician');
      await page.goto(`${patientUrl}/results`);
      const before = await page.getByRole('main').getByRole('link', { name: /lipid/i }).count();
      const order = await newestOrder();
      await admin('lab', 'simulate', '--order', order, '--kind', 'abnormal', '--org', 'demo');
      await page.reload();
      const reports = page.getByRole('main').getByRole('link', { name: /lipid/i });
      await expect(reports).toHaveCount(before + 1);
      await reports.first().click();
      await page.waitForURL(/\/results\/res_/);
      await expect(page.getByRole('main')).toContainText('Final');
      await page.goto(`${patientUrl}/orders`);
      await expect(page.getByRole('main')).toContainText('Completed');
    },
  );

  /** Each request that arrived, by its signature. */
  function verifyReceived(): void {
    const verifier = new Webhook(secret);
    for (const { headers, body, type } of receiver.received) {
      const event = verifier.verify(body, headers) as {
        id: string;
        data: { object: { patient_id: string } };
      };
      expect(event.id).toBe(headers['webhook-id']);
      expect(event.data.object.patient_id).toBe(
        type === 'webhook.test' ? null : patientUrl.split('/').at(-1),
      );
      expect(() => verifier.verify(body.replace(type, 'patient.deleted'), headers)).toThrow();
    }
  }

  test('4. administrator creates a webhook, sees its secret once, and a receiver gets a signed event', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    const acts = await counted(page);
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Admin' })
      .click();
    await page.getByRole('main').getByRole('link', { name: 'New webhook' }).click();
    await page.waitForURL(/\/webhooks\/new$/);
    // Three, including the click that creates and tests it.
    expect(acts()).toEqual({ clicks: 2, keys: 0 });
    await page.getByLabel('URL').fill('https://me:secret@example.org/');
    const wrong = page.locator('#url-error');
    await expect(wrong).toHaveText('The URL cannot contain a user name or password.');
    await page.getByLabel('URL').fill(receiver.url);
    await expect(wrong).toBeHidden();
    for (const name of ['document.created', 'lab_result.finalized']) {
      const box = page.locator(`[id="event-${name}"]`);
      if (!(await box.isVisible()))
        await page.locator('details', { has: box }).last().locator('summary').first().click();
      await box.check();
    }
    await page.getByRole('button', { name: 'Create and test' }).click();
    await expect(page.getByText('Shown once')).toBeVisible();
    secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await expect(page.getByText('Test delivered')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhook created');
    await page.getByLabel('I have saved it').check();
    await page.getByRole('link', { name: 'Go to webhook' }).click();
    await page.waitForURL(/\/admin\/webhooks\/wh_/);
    webhookUrl = page.url();
    for (const at of [`${url()}/admin/webhooks`, webhookUrl]) {
      await page.goto(at);
      expect(await page.content()).not.toContain(secret);
    }
    expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test']);
    verifyReceived();
  });

  // In the suite the tests of the worker send events of each type, and verify their signatures.
  test('webhook gets events of what a clinician does', { tag: '@nightly' }, async ({ page }) => {
    await signIn(page, 'clinician');
    await page.goto(`${patientUrl}/orders/new`);
    await page.getByLabel('Add a test').fill('glucose');
    await page
      .getByRole('option', { name: /glucose/i })
      .first()
      .click();
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/ord_/);
    await page.goto(`${patientUrl}/documents`);
    await expect(page.getByRole('button', { name: /Choose files/ })).toBeEnabled();
    await page.getByLabel('Files to upload').setInputFiles({
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Dear colleague,\n'),
    });
    await page.getByRole('button', { name: /File 1 document to/ }).click();
    await expect(page.getByText('Filed:')).toBeVisible();
    await admin('lab', 'simulate', '--order', await newestOrder(), '--kind', 'normal', '--org', 'demo');

    const wanted = ['document.created', 'lab_result.finalized'];
    const arrived = () => wanted.filter((name) => receiver.received.some(({ type }) => type === name));
    await expect.poll(arrived, { timeout: 30_000 }).toEqual(wanted);
    verifyReceived();
    await signOut(page);
    await signIn(page, 'admin');
    await page.goto(webhookUrl);
    await expect(page.getByRole('main')).toContainText('document.created');
    await page.getByRole('main').getByRole('link', { name: 'document.created' }).first().click();
    await page.waitForURL(/\/deliveries\/dlv_/);
    await expect(page.getByRole('main')).toContainText('Attempt 1: Status 204');
    await page.getByRole('main').getByRole('link').first().click();
    await page.waitForURL(webhookUrl);
  });

  test(
    'webhook filters and resends deliveries, and rotates its secret',
    { tag: '@nightly' },
    async ({ page }) => {
      await signIn(page, 'admin');
      await page.goto(webhookUrl);
      await page.getByLabel('Event', { exact: true }).selectOption('document.created');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/event=document.created/);
      await expect(page.getByRole('main').getByRole('link', { name: 'lab_result.finalized' })).toHaveCount(0);
      await page.getByRole('main').getByRole('link', { name: 'document.created' }).first().click();
      await page.waitForURL(/\/deliveries\/dlv_/);
      await expect(page.getByRole('main')).toContainText('Attempt 1: Status 204');
      await expect(page.getByRole('group', { name: 'Request body' })).toContainText(
        '"type": "document.created"',
      );
      await page.getByRole('main').getByRole('link').first().click();

      // Redelivery first shows the number; the receiver gets the same IDs.
      const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
      const before = receiver.received.length;
      await page.getByRole('button', { name: 'Resend events…', exact: true }).click();
      await expect(
        page.getByText('No failed or retrying deliveries to resend. Test events are not included.'),
      ).toBeVisible();
      await page.getByRole('dialog').getByLabel('Deliveries').selectOption('all');
      await page.getByRole('button', { name: /^Resend \d+$/ }).click();
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(before);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(ids);

      // A rotated secret: both sign until the old one expires.
      await openFold(page, 'Rotate the signing secret');
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await expect(page.getByText('Shown once')).toBeVisible();
      const replaced = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
      await page.getByLabel('I have saved it').check();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByText(/valid until/)).toBeVisible();
      const count = receiver.received.length;
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(count);
      const { body, headers } = receiver.received.at(-1)!;
      for (const each of [secret, replaced])
        expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
    },
  );
}
