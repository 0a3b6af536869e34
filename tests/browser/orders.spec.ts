import { readId } from '../../server/shared/ids';
import { counted } from './support/input-counter';
import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, newPatient, portal } from './support/page-session';
import { expect, test, url } from './support/portal';
import { statement } from './support/statement';

test(
  'duplicate test shows a warning when added, and all orders have a page',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
      name: { family: 'Twice', given: ['Ordered'] },
      birth_date: '1950-01-02',
      sex: 'female',
      duplicate_reason: 'different_person',
    });
    await actAs(page, 'clinician');
    const add = async () => {
      await page.goto(`${url()}/patients/${patient.id}/orders/new`);
      await page.getByLabel('Add a test').fill('glucose');
      await page
        .getByRole('option', { name: /glucose/i })
        .first()
        .click();
    };
    await add();
    await expect(page.getByRole('list', { name: 'Tests in this order' })).toBeVisible();
    await expect(page.getByText(/Already ordered/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/ord_/);
    await expect(page.getByText(/^Orders to this laboratory are not sent electronically/)).toBeVisible();
    await expect(page.getByText('Sent to laboratory', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Print requisition' })).toHaveAttribute(
      'href',
      /^\/print\/orders/,
    );
    await checkPage(page);

    await add();
    await expect(
      page.getByText(/^Already ordered .* ago: \d\d-\w{3}-\d{4} \d\d:\d\d, order \d+\. Not sent\./),
    ).toBeVisible();
    await expect(page.getByText(/^Already ordered/).getByRole('link')).toHaveAttribute(
      'href',
      /\/orders\/ord_/,
    );
    // A favorite test is added with one click next time.
    const star = page.getByRole('button', { name: /^Favorite: .*glucose/i });
    // Shown before the server responds, and undone if it fails.
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/api/trpc/catalog.addFavoriteTest*', async (route) => {
      await held;
      await route.abort();
    });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    respond();
    await expect(page.getByRole('alert').filter({ hasText: /is not a favorite\. / })).toBeVisible();
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await page.unroute('**/api/trpc/catalog.addFavoriteTest*');
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('added to favorites');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page
      .getByRole('region', { name: 'Your favorites' })
      .getByRole('button', { name: /glucose/i })
      .click();
    await expect(page.getByRole('region', { name: 'Your favorites' })).toHaveCount(0);
    await expect(page.getByLabel('Add a test')).toBeFocused();
    await checkPage(page);
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'false');

    await page.goto(`${url()}/patients/${patient.id}/orders`);
    const more = page.getByLabel(/^More actions: /);
    const handOver = page.getByRole('button', { name: /^Mark as sent: / });
    await handOver.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
    await expect(handOver).toHaveCount(0);
    const sent = page.getByRole('row').filter({ hasText: 'Sent to lab' });
    await expect(sent).toHaveCount(1);
    // Its button is gone.
    await expect(sent.getByRole('link').first()).toBeFocused();
    await page.getByRole('button', { name: /^Mark as collected: / }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('TWICE, Ordered');
    const day = question.getByLabel('Date', { exact: true });
    const entered = await day.inputValue();
    await day.fill('30-Feb-2026');
    await question.getByRole('button', { name: 'Mark as collected' }).click();
    await expect(day).toBeFocused();
    await expect(day).toHaveAccessibleDescription(/Enter a valid date\. Example: 05-Nov-2026$/);
    await day.fill('today');
    await day.press('Tab');
    await expect(day).toHaveValue(entered);
    await question.getByRole('button', { name: 'Mark as collected' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Collected' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Mark as collected: / })).toHaveCount(0);
    await checkPage(page);

    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Orders' })
      .click();
    await page.waitForURL(/\/orders$/);
    const row = page.getByRole('row').filter({ hasText: 'TWICE, Ordered' });
    await expect(row).toContainText('Born 02-Jan-1950');
    await expect(row).toContainText('Collected');
    await expect(page.getByRole('main')).toContainText('Completed, canceled and rejected orders are hidden.');
    await statement("UPDATE lab_orders SET filler_order_number = 'ACME/77' WHERE patient_id = $1", [
      readId('patient', patient.id),
    ]);
    await page.goto(`${url()}/orders?number=acme%2F77`);
    await expect(row).toContainText('Lab number ACME/77');
    await page.goto(`${url()}/orders?number=Twice`);
    await expect(page.getByText('No order has the number “Twice”.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Search patients' })).toHaveAttribute(
      'href',
      '/patients?q=Twice',
    );

    await page.goto(`${url()}/patients/${patient.id}/orders`);
    await more.click();
    await page.getByRole('button', { name: /^Cancel order: / }).click();
    const stop = page.getByRole('dialog');
    await expect(stop.getByRole('button', { name: 'Cancel order' })).toBeDisabled();
    await checkPage(page);
    await stop.getByLabel('Reason').fill('Ordered twice.');
    await page.context().setOffline(true);
    await stop.getByRole('button', { name: 'Cancel order' }).click();
    await expect(stop.getByRole('alert')).toHaveText('You are offline. Try again when you are reconnected.');
    await page.context().setOffline(false);
    await expect(stop.getByRole('alert')).toHaveCount(0);
    await stop.getByRole('button', { name: 'Cancel order' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Canceled' })).toContainText('Ordered twice.');
    await expect(page.getByRole('button', { name: /^Cancel order: / })).toHaveCount(0);

    await add();
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/ord_/);
    await page.goto(`${url()}/patients/${patient.id}/orders`);
    await more.click();
    await page.getByRole('button', { name: /^Mark as rejected: / }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Mark as rejected' })).toBeDisabled();
    await dialog.getByLabel('Reason given by the laboratory').fill('The tube was empty.');
    await dialog.getByRole('button', { name: 'Mark as rejected' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Rejected by lab' })).toContainText(
      'The tube was empty.',
    );

    await add();
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/ord_/);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    // The laboratory must not receive a specimen for an order that is being canceled.
    const transmit = (status: string) =>
      statement('UPDATE lab_orders SET transmission_status = $2 WHERE id = $1', [
        readId('lab_order', id),
        status,
      ]);
    await transmit('cancel_requested');
    await page.goto(`${url()}/print/orders/${id}`);
    await expect(page.getByText('Cancellation requested')).toBeVisible();
    await page.goto(`${url()}/patients/${patient.id}/orders`);
    const canceling = page.getByRole('row').filter({ hasText: 'Cancellation requested' });
    await expect(canceling.getByRole('button', { name: /^Mark as canceled: / })).toBeVisible();
    await expect(canceling.getByRole('link', { name: /^Requisition/ })).toHaveCount(0);
    await transmit('not_applicable');
    await page.goto(`${url()}/patients/${patient.id}/orders`);
    // The rejected order has more actions too.
    await page.getByLabel('More actions: Glucose', { exact: true }).click();
    await page.getByRole('button', { name: /^Cancel order: / }).click();
    await portal('admin', 'labOrders.cancelLabOrder', { id, reason: 'A colleague was faster.' });
    await stop.getByLabel('Reason').fill('Ordered twice.');
    await stop.getByRole('button', { name: 'Cancel order' }).click();
    await expect(stop.getByRole('alert')).toContainText('It is now “Canceled”.');
    await expect(stop.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
    await expect(stop.getByRole('button', { name: 'Keep order' })).toHaveCount(0);
    await stop.getByRole('button', { name: 'Reload' }).click();
    // The second user sees the current state.
    await expect(page.getByRole('row').filter({ hasText: 'A colleague was faster.' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Cancel order: / })).toHaveCount(0);
  },
);

test(
  'click on another row while further actions are open hits that row',
  { tag: '@nightly' },
  async ({ page }) => {
    const { id } = await newPatient('Steady', 'Rows');
    const place = (loinc: string) =>
      portal<{ id: string }>('clinician', 'labOrders.createLabOrder', { patient_id: id, items: [{ loinc }] });
    const oldest = await place('718-7');
    await place('2345-7');
    await place('3094-0');
    await actAs(page, 'clinician');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await openHydrated(page, `/patients/${id}/orders`);
      await page
        .getByLabel(/^More actions: /)
        .first()
        .click();
      await expect(page.getByRole('button', { name: /^Cancel order: / })).toBeVisible();
      // Below the floating actions, which close when the button is pressed.
      await page.locator(`a[href$="${id}/orders/${oldest.id}"]`).click();
      await page.waitForURL((to) => to.pathname.endsWith(oldest.id));
    }
  },
);

test(
  'test search keeps the active option visible and shows the number of matches',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await openHydrated(page, `/patients/${(await newPatient('Lookup', 'Odile')).id}/orders/new`);
    const field = page.getByRole('combobox', { name: 'Add a test' });
    const list = page.getByRole('listbox', { name: 'Tests' });
    const active = async () => page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`);
    await field.fill('a');
    await expect(page.getByText('The 12 best matches.')).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    // The list is shorter than its space.
    for (let presses = 0; presses < 11; presses++) {
      await field.press('ArrowDown');
      await expect(await active()).toBeInViewport({ ratio: 1 });
    }
    await expect(list.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
    await field.press('ArrowDown');
    await expect(list.getByRole('option').first()).toBeInViewport({ ratio: 1 });
    await field.press('Escape');
    await expect(list).toBeHidden();
    await expect(field).toHaveAttribute('aria-expanded', 'false');

    await field.fill('thyroid');
    await expect(list.getByRole('option', { name: /^TSH — thyroid/ })).toBeVisible();
    await expect(page.getByText('3 tests found.')).toBeVisible();
    await field.fill('cmp');
    await expect(page.getByText('1 test found.')).toBeVisible();
    await field.press('Enter');
    await expect(page.getByText('Comprehensive metabolic panel added.')).toBeVisible();
    await field.fill('cmp');
    await expect(page.getByText('Already in this order.')).toBeVisible();
    await field.fill('');
    await expect(page.getByText('Already in this order.')).toHaveCount(0);
    // It does not prevent the order.
    await field.fill('cmp');
    await expect(page.getByText('Already in this order.')).toBeVisible();
    await field.press('Control+Enter');
    await page.waitForURL(/\/orders\/ord_/);
  },
);

test(
  'one known test is ordered by keyboard: letter, three letters, Enter, Ctrl+Enter',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
      name: { family: 'Keys', given: ['Few'] },
      birth_date: '1950-01-02',
      sex: 'female',
      duplicate_reason: 'different_person',
    });
    await actAs(page, 'clinician');
    await openHydrated(page, `/patients/${patient.id}`);
    // After hydration; a user sees the same button.
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();
    const acts = await counted(page);
    await page.keyboard.press('o');
    await expect(page.getByLabel('Add a test')).toBeFocused();
    await page.keyboard.type('cmp');
    const panel = page.getByRole('option', { name: /Comprehensive metabolic panel/i });
    await expect(panel).toBeVisible();
    // A result for an earlier text is never added for a later one: its response is still pending.
    await page.route(/listCatalog/, () => undefined);
    await page.getByLabel('Add a test').fill('sod');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No tests added.')).toBeVisible();
    await page.unroute(/listCatalog/);
    await page.getByLabel('Add a test').fill('cmp');
    await expect(panel).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    // The page of the order, and the requisition for the specimen.
    await page.waitForURL(/\/orders\/ord_/);
    // The additional key press is an Enter that added nothing.
    expect(acts()).toEqual({ clicks: 0, keys: 6 + 1 });
    await expect(page.getByRole('listitem').filter({ hasText: 'Placed' })).toContainText(/by .*Clinician/);
    await checkPage(page);
    await page.keyboard.press('p');
    await page.waitForURL(/\/print\/orders\/ord_/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Laboratory requisition');
    await expect(page.getByText('Collected on')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.print-identity')).toContainText('KEYS, Few');
    await page.emulateMedia({ media: null });
    await checkPage(page);

    // The printout of a canceled order shows it, and an order is never displayed under another patient.
    const id = page.url().split('/').at(-1)!;
    await portal('clinician', 'labOrders.cancelLabOrder', { id, reason: 'Ordered twice.' });
    await page.reload();
    await expect(page.locator('.print-status')).toHaveText('Canceled');
    const other = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
      name: { family: 'Other', given: ['One'] },
      birth_date: '1951-01-02',
      sex: 'female',
      duplicate_reason: 'different_person',
    });
    const answer = await page.goto(`${url()}/patients/${other.id}/orders/${id}`);
    expect(answer!.status()).toBe(404);
  },
);
