import { checkPage } from './support/page-checks';
import { openFold } from './support/open-fold';
import { openHydrated } from './support/hydrated';
import { actAs, api } from './support/page-session';
import { expect, test, url } from './support/portal';
import { startReceiver } from './support/receiver';

test(
  'administrator edits the URL, description and events of a webhook and finds deliveries by ID',
  { tag: '@nightly' },
  async ({ page }) => {
    const webhook = await api<{ id: string }>('/v1/webhooks', {
      // A public literal: checked without a name server.
      url: 'https://93.184.215.14/hooks',
      events: ['lab_result.critical'],
      description: 'Billing',
    });
    await actAs(page, 'admin');
    await openHydrated(page, `/admin/webhooks/${webhook.id}`);
    const main = page.getByRole('main');
    const save = main.getByRole('button', { name: 'Save changes' });
    await main.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(main.getByLabel('URL')).toBeFocused();
    await main.getByLabel('URL').fill('http://localhost/hooks');
    await save.click();
    await expect(main.getByRole('alert').first()).toContainText('Fix 1 field to continue.');
    await expect(main.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
    await main.getByLabel('URL').fill('https://93.184.215.14/corrected');
    await main.getByLabel('Description').fill('Billing, ask Dana');
    await main.getByRole('button', { name: 'All lab results' }).click();
    await page.context().setOffline(true);
    await save.click();
    await expect(main.getByRole('alert')).toHaveText(
      'You are offline. Try again when you are reconnected. Your input is kept.',
    );
    await page.context().setOffline(false);
    await expect(main.getByRole('alert')).toHaveCount(0);
    await expect(save).toBeFocused();
    await save.click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Webhook updated.');
    await expect(main.getByText('https://93.184.215.14/corrected')).toBeVisible();
    await expect(main.getByText('All lab results', { exact: true }).first()).toBeVisible();
    await expect(main.getByText('Billing, ask Dana').first()).toBeVisible();
    await checkPage(page);

    await expect(main.getByRole('heading', { level: 1 })).toHaveText('93.184.215.14/corrected');
    await main.getByRole('button', { name: 'Test', exact: true }).click();
    const opened = main.getByRole('link', { name: 'webhook.test' });
    await expect(opened).toBeVisible();
    await opened.click();
    const body = page.getByRole('group', { name: 'Request body' });
    await expect(body).toContainText('"type": "webhook.test"');
    await expect(page.getByRole('group', { name: 'Request headers' })).toContainText(
      /webhook-id: evt_\w{26}\s+webhook-timestamp: \d{10}\s+webhook-signature: v1,•+\s/,
    );
    await expect(main.getByRole('link', { name: '93.184.215.14/corrected' })).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: Request body' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    // As signed, without the line breaks of the page.
    expect(copied).not.toContain('\n');
    const { id } = JSON.parse(copied) as { id: string };
    await checkPage(page);

    await page.goto(`${url()}/admin/webhooks/${webhook.id}?about=${id}`);
    await expect(main.getByRole('link', { name: 'webhook.test' })).toHaveCount(1);
    await page.goto(`${url()}/admin/webhooks/${webhook.id}?about=evt_01k00000000000000000000000`);
    await expect(main.getByText('No deliveries match.')).toBeVisible();

    // Changed, then deleted by another user.
    await openHydrated(page, `/admin/webhooks/${webhook.id}`);
    await openFold(page, 'Edit webhook');
    await main.getByLabel('Description').fill('Not saved');
    await main.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(main.getByLabel('Description')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(main.getByLabel('Description')).not.toHaveValue('Not saved');
    await main.getByLabel('Description').fill('Billing, ask Kim');
    await api(`/v1/webhooks/${webhook.id}`, { url: 'https://93.184.215.14/moved' }, 'PATCH');
    await save.click();
    await expect(main).toContainText(
      /Changed by another user\.\s*URL, now “https:\/\/93\.184\.215\.14\/moved”\. Check your changes, then save\./,
    );
    await expect(main.getByLabel('Description')).toHaveValue('Billing, ask Kim');
    await checkPage(page);
    await api(`/v1/webhooks/${webhook.id}`, undefined, 'DELETE');
    await save.click();
    const problem = main.getByRole('alert').first();
    await expect(problem).toContainText('This webhook was deleted.');
    await checkPage(page);
    await problem.getByRole('link', { name: 'Back to webhooks' }).click();
    await page.waitForURL('**/admin/webhooks');
  },
);

test('a test event tells its outcome', { tag: '@nightly' }, async ({ page }) => {
  const receiver = await startReceiver();
  try {
    await actAs(page, 'admin');
    const main = page.getByRole('main');
    for (const [address, outcome, state] of [
      // Nothing listens there.
      [
        'http://127.0.0.1:9/refused',
        /^Test failed: the connection was refused\.$/i,
        /Last test failed: the connection was refused\. Tested \S+ \S+\./i,
      ],
      [receiver.url, /^Test event delivered\.$/, /Last test delivered\. Tested \S+ \S+\./],
    ] as const) {
      const { id } = await api<{ id: string }>('/v1/webhooks', {
        url: address,
        events: ['lab_result.critical'],
      });
      await openHydrated(page, `/admin/webhooks/${id}`);
      await main.getByRole('button', { name: 'Test', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Latest action' }).getByText(outcome)).toBeVisible();
      await expect(main.getByText(state)).toBeVisible();
      await page.context().setOffline(true);
      await main.getByRole('button', { name: 'Test', exact: true }).click();
      const problem = main.getByText('You are offline. Try again when you are reconnected.');
      await expect(problem).toBeVisible();
      // The outcome of the earlier test.
      await expect(page.getByRole('region', { name: 'Latest action' })).toHaveCount(0);
      await page.context().setOffline(false);
      await expect(problem).toHaveCount(0);
      await page.goto(`${url()}/admin/webhooks`);
      await expect(main.getByRole('row', { name: address }).first()).toContainText(state);
    }
  } finally {
    await receiver.close();
  }
});

test(
  'a resent delivery is shown with its outcome, and not sent while paused',
  { tag: '@nightly' },
  async ({ page }) => {
    const receiver = await startReceiver();
    try {
      await actAs(page, 'admin');
      const main = page.getByRole('main');
      const latest = page.getByRole('region', { name: 'Latest action' });
      const { id } = await api<{ id: string }>('/v1/webhooks', {
        url: receiver.url,
        events: ['lab_result.critical'],
      });
      await openHydrated(page, `/admin/webhooks/${id}`);
      await main.getByRole('button', { name: 'Test', exact: true }).click();
      const resend = main.getByRole('button', { name: 'Resend webhook.test' });
      await resend.click();
      await expect(latest).toContainText('Resent and delivered.');
      await expect(resend).toHaveCount(2);
      await expect(main.getByRole('table', { name: 'Deliveries' })).not.toContainText('Pending');
      await latest.getByRole('link', { name: 'Open delivery' }).click();
      await expect(main.getByText('Resent manually')).toBeVisible();
      await expect(main.getByText('Attempt 1: Status 204.')).toBeVisible();

      await main.getByRole('link', { name: new URL(receiver.url).host }).click();
      await main.getByRole('button', { name: 'Pause' }).click();
      await expect(main.getByRole('button', { name: 'Resume' })).toBeVisible();
      await expect(resend).toHaveCount(0);
    } finally {
      await receiver.close();
    }
  },
);

const CREATED: [form: string, label: string, value: string, list: string][] = [
  ['/admin/webhooks/new', 'URL', 'https://93.184.215.14/hooks', '/admin/webhooks'],
  ['/admin/api-keys/new', 'Name', 'Night sync', '/admin/api-keys'],
  ['/admin/apps/new', 'Name', 'Ward board', '/admin/apps'],
  ['/admin/lab-connections/new', 'Name', 'City laboratory', '/admin/lab-connections'],
  ['/admin/people/invite', 'Name', 'Ann Example', '/admin/people'],
];
for (const [form, label, value, list] of CREATED)
  test(`${form} with input asks before it is left`, { tag: '@nightly' }, async ({ page }) => {
    await actAs(page, 'admin');
    await openHydrated(page, form);
    const main = page.getByRole('main');
    const field = main.getByRole('textbox', { name: label, exact: true });
    await field.fill(value);
    await main.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(field).toHaveValue(value);
    await main.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await page.waitForURL((address) => address.pathname === list);
  });
