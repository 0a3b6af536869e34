import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient } from './support/page-session';
import { expect, test, url } from './support/portal';

/** The unsent order of a patient. */

test(
  'an order keeps its draft when its form is left, for the same patient only',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Kept', 'Draft');
    const other = await newPatient('Other', 'Draft');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await page.getByLabel('Add a test').fill('cmp');
    await page.getByRole('option', { name: /Comprehensive metabolic panel/ }).click();
    await page.getByLabel('Priority').selectOption('urgent');
    await page.getByRole('textbox', { name: 'Collection date' }).fill('2030-01-31');
    const note = page.getByLabel('Note to the laboratory');
    await note.fill('Last creatinine?');
    const bar = page.getByText(/Draft from .* restored/);
    const isRestored = async (text: string) => {
      await expect(bar).toBeVisible();
      await expect(page.getByRole('list', { name: 'Tests in this order' }).getByRole('listitem')).toHaveText([
        /^Comprehensive metabolic panel/,
      ]);
      await expect(page.getByLabel('Priority')).toHaveValue('urgent');
      await expect(page.getByRole('textbox', { name: 'Collection date' })).toHaveValue(/2030/);
      await expect(note).toHaveValue(text);
    };
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await page.goBack();
    await page.waitForURL(/\/orders\/new$/);
    await isRestored('Last creatinine?');
    // Not saved yet.
    await note.fill('Fasting');
    await openHydrated(page, `/patients/${other.id}/orders/new`);
    await expect(page.getByText('Comprehensive metabolic panel', { exact: true })).toHaveCount(0);
    await expect(note).toHaveValue('');
    await expect(bar).toHaveCount(0);

    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await isRestored('Fasting');
    // The draft of one tab replaces that of the other.
    const tab = await page.context().newPage();
    await openHydrated(tab, `/patients/${patient.id}/orders/new`);
    await tab.getByLabel('Note to the laboratory').fill('From the other tab');
    await expect(page.getByText('This form was also changed in another tab.')).toBeVisible();
    await tab.close();
    await note.fill('Fasting.');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await isRestored('Fasting.');
    await note.fill('Fasting');
    // Cancel discards it, unless this is undone.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/\/orders$/);
    const done = page.getByRole('region', { name: 'Latest action' });
    await expect(done).toContainText('Order discarded.');
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/\/orders\/new$/);
    await isRestored('Fasting');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/\/orders$/);
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await expect(note).toHaveValue('');
    await expect(bar).toHaveCount(0);
    await note.fill('Not fasting');
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await page.goBack();
    await expect(note).toHaveValue('Not fasting');
    const discard = page.getByRole('button', { name: 'Discard' });
    await discard.click();
    await expect(note).toHaveValue('');
    await expect(done).toContainText('Draft discarded.');
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(done).toContainText('Draft restored.');
    await expect(note).toHaveValue('Not fasting');
    await expect(bar).toBeVisible();
    await discard.click();
    // From another page as well.
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/\/orders\/new$/);
    await expect(note).toHaveValue('Not fasting');
    await discard.click();
    await expect(note).toHaveValue('');
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await page.goBack();
    await page.waitForURL(/\/orders\/new$/);
    await expect(note).toHaveValue('');
    await expect(bar).toHaveCount(0);
  },
);

test('an order is placed once, although the response is lost', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  const patient = await newPatient('Once', 'Only');
  const form = `/patients/${patient.id}/orders/new`;
  await openHydrated(page, form);
  const addTest = async (typed: string, name: RegExp) => {
    await page.getByLabel('Add a test').fill(typed);
    await page.getByRole('option', { name }).click();
  };
  const place = page.getByRole('button', { name: 'Place order' });
  const problem = page.getByRole('main').getByRole('alert').first();
  const loseResponse = () =>
    page.route(
      '**/api/trpc/labOrders.createLabOrder',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await addTest('cmp', /Comprehensive metabolic panel/);
  await loseResponse();
  await place.click();
  await expect(problem).toContainText('the order may already be placed');
  await expect(page.getByText(/^Already ordered .* Not sent\.$/)).toBeVisible();
  await checkPage(page);
  // The draft keeps the key.
  await openHydrated(page, form);
  await expect(page.getByText('It may already be placed.')).toBeVisible();
  await place.click();
  await page.waitForURL(/\/orders\/ord_/);
  await page.goto(`${url()}/patients/${patient.id}/orders`);
  await expect(page.getByRole('row')).toHaveCount(2);

  // With other contents it is another order, and the user decides.
  await openHydrated(page, form);
  await addTest('glucose', /^Glucose GLU /);
  await expect(page.getByText(/^Included in Comprehensive metabolic panel/)).toBeVisible();
  await loseResponse();
  await place.click();
  await expect(problem).toContainText('the order may already be placed');
  await page.getByLabel('Priority').selectOption('stat');
  await place.click();
  await expect(problem).toContainText('An earlier attempt placed an order, without your latest changes.');
  await expect(problem.getByRole('link', { name: 'Open orders (new tab)' })).toBeVisible();
  await place.click();
  await page.waitForURL(/\/orders\/ord_/);
  await page.goto(`${url()}/patients/${patient.id}/orders`);
  await expect(page.getByRole('row')).toHaveCount(4);

  // Until the page of the placed order is displayed, the form places no other one and does not warn of this one.
  await openHydrated(page, form);
  await addTest('lipid', /^Lipid panel/);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('labOrders.createLabOrder')) requests.push(request.url());
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/orders\/ord_[^/]*_rsc=/, async (route) => {
    await released;
    await route.continue();
  });
  await place.click();
  await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Order placed for ');
  await expect(page.getByRole('button', { name: 'Placing' })).toBeDisabled();
  await page.getByLabel('Note to the laboratory').press('Control+Enter');
  await page.waitForTimeout(1_000);
  await expect(page.getByText('Already ordered')).toHaveCount(0);
  expect(requests).toHaveLength(1);
  release();
  await page.waitForURL(/\/orders\/ord_/);
  expect(requests).toHaveLength(1);
});

test(
  'an order is not placed offline, or unseen next to that of a colleague',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Together', 'Ordered');
    const form = `/patients/${patient.id}/orders/new`;
    await openHydrated(page, form);
    await page.getByLabel('Add a test').fill('cmp');
    await page.getByRole('option', { name: /Comprehensive metabolic panel/ }).click();
    const place = page.getByRole('button', { name: 'Place order' });
    const problem = page.getByRole('main').getByRole('alert').first();
    await expect(page.getByText('Already ordered')).toHaveCount(0);
    await page.context().setOffline(true);
    await place.click();
    await expect(problem).toContainText('You are offline, and the order is not placed.');
    await page.context().setOffline(false);
    await expect(problem).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Review' })).toBeFocused();
    await expect(page.getByText('Could not check for existing orders.')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
      'You are online again. The order is not placed yet.',
    );
    const items = [{ code: 'CMP' }];
    await api('/v1/labs/orders', { patient_id: patient.id, lab_id: 'example-lab', items });
    await page.keyboard.press('Control+Enter');
    await expect(problem).toContainText('is already ordered');
    await expect(page.getByText(/^Already ordered/)).toBeVisible();
    await place.click();
    await page.waitForURL(/\/orders\/ord_/);
  },
);
