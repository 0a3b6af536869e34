import { expect, test } from './support/portal';
import { openHydrated } from './support/hydrated';
import { receiveOrders, type OrderReceiver } from './support/order-receiver';
import { checkPage } from './support/page-checks';
import { postMessage } from './support/page-routes';
import { actAs, api, newPatient, open, portal } from './support/page-session';
import { ownService } from './support/services';

/** The whole loop: an order is sent to a laboratory, accepted, and its result arrives in the chart. */

// Each test needs what the one before it set.
test.describe.configure({ mode: 'serial' });

let lab: OrderReceiver;
let connectionId: string;
/** Placed before orders are sent. */
let early: Awaited<ReturnType<typeof order>>;

test.beforeAll(async () => {
  lab = await receiveOrders();
  const connection = await portal<{ id: string }>('admin', 'labConnections.createLabConnection', {
    name: 'Transmission laboratory',
    transport: 'https',
    time_zone: 'UTC',
  });
  connectionId = connection.id;
  const tests = {
    lab_id: connectionId,
    lab_name: 'Transmission laboratory',
    content: 'code,name,turnaround_hours\nSE,Selenium,24',
    deactivate_missing: false,
  };
  const { digest } = await portal<{ digest: string }>('admin', 'catalog.previewCatalogImport', tests);
  await portal('admin', 'catalog.importCatalog', { ...tests, digest });
  early = await order('Early', { priority: 'stat' });
});

test.afterAll(async () => {
  await portal('admin', 'labConnections.deleteLabConnection', { id: connectionId });
  await lab.close();
});

const order = async (family: string, more: object = {}) => {
  const patient = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
    name: { family, given: ['Sent'] },
    birth_date: '1950-01-02',
    sex: 'female',
    duplicate_reason: 'different_person',
  });
  const made = await portal<{ id: string; order_number: string }>('clinician', 'labOrders.createLabOrder', {
    patient_id: patient.id,
    lab_id: connectionId,
    items: [{ code: 'SE' }],
    ...more,
  });
  return { ...made, patientId: patient.id, page: `/patients/${patient.id}/orders/${made.id}` };
};

test(
  'administrator sets where orders are sent, tests the connection and sees the messages',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    const main = page.getByRole('main');
    await open(page, `/admin/lab-connections/${connectionId}/orders`);
    await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Use TLS').uncheck();
    await main.getByRole('button', { name: 'Send orders' }).click();
    await expect(main.getByText('Enter a port.').first()).toBeVisible();
    await page.getByLabel('Port', { exact: true }).fill(String(ownService().laboratoryPort));
    await main.getByRole('button', { name: 'Send orders' }).click();
    await expect(main.getByText('Nothing is queued.')).toBeVisible();
    await main.getByRole('button', { name: 'Test connection' }).click();
    await expect(main.getByText('Connected.')).toBeVisible();
    expect(lab.got).toEqual([]);
    await checkPage(page);
  },
);

test(
  'STAT order placed before its laboratory was connected is first in the list and sent from its page',
  { tag: '@nightly' },
  async ({ page }) => {
    lab.answers = [['AA', '']];
    await actAs(page, 'clinician');
    const main = page.getByRole('main');
    await open(page, '/orders');
    const first = main.getByRole('table', { name: 'Open' }).getByRole('row').nth(1);
    await expect(first).toContainText('EARLY, Sent');
    await expect(first).toContainText('STAT');
    await open(page, early.page);
    await checkPage(page);
    const queued = page
      .getByRole('region', { name: 'Latest action' })
      .filter({ hasText: 'Order queued for sending.' });
    // It ends once the laboratory has accepted the order.
    const said = queued.waitFor();
    await main.getByRole('button', { name: `Send order ${early.order_number}` }).click();
    await said;
    await expect(main.getByText('Accepted by lab').first()).toBeVisible({ timeout: 30_000 });
    // The button is gone.
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(queued).toHaveCount(0);
    expect(lab.got).toEqual([`NW ${early.order_number}`]);
    lab.got.length = 0;
  },
);

test(
  'rejected order is sent again and accepted, and its result arrives',
  { tag: '@nightly' },
  async ({ page }) => {
    lab.answers = [
      ['AE', 'Account unknown'],
      ['AA', ''],
    ];
    const { id, order_number: number, page: path } = await order('Loop');
    await actAs(page, 'clinician');
    await open(page, path);
    const main = page.getByRole('main');
    await expect(main.getByText('Account unknown').first()).toBeVisible({ timeout: 30_000 });
    await checkPage(page);
    await main.getByRole('button', { name: `Send order ${number} again` }).click();
    await expect(main.getByText(`LAB-${number}`)).toBeVisible({ timeout: 30_000 });
    await expect(main.getByText('Accepted by lab').first()).toBeVisible();
    expect(lab.got).toEqual([`NW ${number}`, `NW ${number}`]);

    const { key } = await portal<{ key: string }>('admin', 'labConnections.createIngestKey', {
      connection_id: connectionId,
    });
    const answer = await postMessage(
      ownService().url,
      key,
      [
        `MSH|^~\\&|LAB|LAB|||20260105143000+0000||ORU^R01|R-${number}|P|2.5.1`,
        'PID|1||||Loop^Sent||19500102|F',
        `OBR|1|${number}|LAB-${number}|SE^Selenium^L|||20260105080000|||||||||||||||20260105140000|||F`,
        'OBX|1|NM|SE^Selenium^L||1.2|umol/L|0.8-1.6||||F',
        `OBR|2|${number}|LAB-${number}|GPX^Glutathione peroxidase^L|||20260105080000||||G|||||||||||20260105140000|||F`,
        'OBX|1|NM|GPX^Glutathione peroxidase^L||40|U/g|||||F',
        '',
      ].join('\r'),
    );
    expect(answer.status).toBe(200);
    await expect
      .poll(async () => (await api<{ status: string }>(`/v1/labs/orders/${id}`)).status, { timeout: 30_000 })
      .toBe('completed');
    // The page follows, without a reload by the user.
    await expect(main.getByRole('row', { name: /^Selenium/ })).toContainText('Report');
    await expect(main.getByRole('link', { name: 'Open report' })).toHaveAttribute('href', /\/results\/res_/);
    await expect(main.getByRole('row', { name: /^Glutathione peroxidase/ })).toContainText(
      'Added by the laboratory',
    );

    await actAs(page, 'admin');
    await open(page, '/admin/lab-connections/orders');
    await main
      .getByRole('link')
      .filter({ has: page.locator('time') })
      .first()
      .click();
    await page.waitForURL(/orders\/out_/);
    await expect(main.getByRole('heading', { name: `New order ${number}` })).toBeVisible();
    await checkPage(page);
  },
);

test(
  'placed order keeps its message and focus when the laboratory accepts it at once',
  { tag: '@nightly' },
  async ({ page }) => {
    lab.answers = [['AA', '']];
    await actAs(page, 'clinician');
    const { id } = await newPatient('Accepted', 'Atonce');
    await openHydrated(page, `/patients/${id}/orders/new`);
    await page.getByLabel('Add a test').fill('selenium');
    await page.getByRole('option', { name: /^Selenium .*Transmission/ }).click();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/orders\/ord_/);
    const main = page.getByRole('main');
    await expect(main.getByText('Accepted by lab').first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Order placed for ');
    await expect(main.getByRole('heading', { name: 'Selenium', level: 1 })).toBeFocused();
  },
);

test('laboratory is asked to cancel an order, and confirms', { tag: '@nightly' }, async ({ page }) => {
  lab.answers = [['AA', '']];
  const { id, order_number: number, page: path } = await order('Cancel');
  await actAs(page, 'clinician');
  await open(page, path);
  const main = page.getByRole('main');
  await expect(main.getByText(`LAB-${number}`)).toBeVisible({ timeout: 30_000 });
  // The page is being reloaded when the dialog opens.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isReload = (url: URL) => url.pathname === path && url.searchParams.has('_rsc');
  const reload = page.waitForRequest((request) => isReload(new URL(request.url())));
  await page.route(isReload, async (route) => {
    await released;
    await route.continue();
  });
  await portal('clinician', 'labOrders.collectLabOrder', { id });
  await reload;
  await main.getByRole('button', { name: 'Cancel order: Selenium' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The laboratory is asked to cancel it');
  await dialog.getByRole('textbox').fill('Ordered twice.');
  release();
  await expect(main.getByText('Collected', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveValue('Ordered twice.');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(main.getByText('Canceled', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(main.getByRole('heading', { name: 'Selenium', level: 1 })).toBeFocused();
  // The message about the request is no longer true.
  await expect(page.getByText('Cancellation queued for sending.')).toHaveCount(0);
  await expect(main.getByRole('region', { name: 'History' }).getByRole('listitem').nth(-2)).toHaveText(
    /^Cancellation requested .* by Dr\. Kim Clinician“Ordered twice\.”$/,
  );
  expect(lab.got.slice(-2)).toEqual([`NW ${number}`, `CA ${number}`]);
});

test(
  'order that is not sent is canceled at once, and its message stays',
  { tag: '@nightly' },
  async ({ page }) => {
    await portal('admin', 'orderDestinations.setOrdersPaused', { id: connectionId, paused: true });
    const { page: path } = await order('Unsent');
    await actAs(page, 'clinician');
    await open(page, path);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Cancel order: Selenium' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Ordered twice.');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect(main.getByText('Canceled', { exact: true }).first()).toBeVisible();
    // Longer than the page needs to hear of the change.
    await page.waitForTimeout(2_000);
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Order canceled.');
  },
);
