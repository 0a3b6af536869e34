import type { Locator } from '@playwright/test';
import { formatDate } from '../../components/format/dates';
import { readId } from '../../server/shared/ids';
import { counted } from './support/input-counter';
import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient, portal } from './support/page-session';
import { expect, test, url } from './support/portal';
import { statement } from './support/statement';

/** Diagnoses, the day of collection, repeated orders and order sets. */

/** A laboratory whose catalog is one test. */
async function newLaboratory(name: string): Promise<string> {
  const { id } = await portal<{ id: string }>('admin', 'labConnections.createLabConnection', {
    name,
    transport: 'https',
    time_zone: 'UTC',
  });
  const tests = { lab_id: id, lab_name: name, content: 'code,name\nSE,Selenium', deactivate_missing: false };
  const { digest } = await portal<{ digest: string }>('admin', 'catalog.previewCatalogImport', tests);
  await portal('admin', 'catalog.importCatalog', { ...tests, digest });
  return id;
}

/** The list of suggestions stays at its field when the page is scrolled or the window changes. */
async function checkListBelow(field: Locator): Promise<void> {
  const page = field.page();
  const full = page.viewportSize()!;
  const distance = async () => {
    const list = await page.getByRole('listbox').boundingBox();
    const { x, y, height } = (await field.boundingBox())!;
    // It is placed again.
    if (!list) return null;
    return [Math.round(list.x - x), Math.round(list.y - y - height)];
  };
  for (const size of [
    { width: 1280, height: 500 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo(0, 60));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60);
    await expect.poll(distance).toEqual([0, 0]);
  }
  await page.setViewportSize(full);
}

test(
  'diagnoses and the day of collection are entered, checked and printed',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Diagnosed', 'Dora');
    const open = () => openHydrated(page, `/patients/${patient.id}/orders/new`);
    const code = page.getByLabel('ICD-10-CM code');
    const chosen = page.getByRole('list', { name: 'Diagnoses of this order' }).getByRole('listitem');
    const addTest = async () => {
      await page.getByLabel('Add a test').fill('cmp');
      await page.getByRole('option', { name: /Comprehensive metabolic panel/ }).click();
    };
    await open();
    await addTest();
    await expect(page.getByRole('heading', { name: 'From earlier orders' })).toHaveCount(0);
    const description = page.getByLabel('Description');
    // The form of a code is checked while typing, except that it is incomplete.
    const expected = /Enter an ICD-10-CM code, such as I10\./;
    await code.fill('z9-');
    await expect(code).toHaveAccessibleDescription(expected);
    await code.fill('z9');
    await expect(code).not.toHaveAttribute('aria-invalid');
    await code.blur();
    await expect(code).toHaveAccessibleDescription(expected);
    await code.fill('hypertxnsionx');
    await expect(page.getByText('No diagnosis matches.')).toBeVisible();
    // Everyday words find a diagnosis that no one has entered before, and words may look like a code.
    await code.fill('b12');
    await expect(page.getByRole('option', { name: /^E53\.8 .*— vitamin B12 deficiency/ })).toBeVisible();
    await code.fill('high blod pressure');
    await expect(page.getByText('No diagnosis matches “high blod pressure”. Similar:')).toBeVisible();
    await code.press('Enter');
    await expect(chosen).toHaveCount(0);
    await code.fill('high blood pressure');
    await code.press('Enter');
    await expect(chosen).toHaveText([/^I10 Essential \(primary\) hypertension/]);
    await page.getByRole('button', { name: 'Remove diagnosis I10' }).click();
    await code.fill('hypertxnsionx');
    // Enter does not place the order. The words are kept.
    await code.press('Enter');
    await expect(code).toHaveAccessibleDescription(
      /Enter the ICD-10-CM code of this diagnosis, or clear it\./,
    );
    await expect(code).toHaveValue('');
    await expect(description).toHaveValue('hypertxnsionx');
    await page.getByRole('button', { name: 'Place order' }).click();
    const summary = page.getByRole('main').getByRole('alert').first();
    await summary
      .getByRole('link', { name: 'Enter the ICD-10-CM code of this diagnosis, or clear it.' })
      .click();
    await expect(code).toBeFocused();
    await description.fill('');
    await code.fill('rare disease');
    await code.press('Tab');
    await expect(description).toHaveValue('rare disease');
    await expect(page.getByText('No diagnosis matches.')).toBeVisible();
    await description.fill('');
    await expect(page.getByText('No diagnosis matches.')).toHaveCount(0);
    await code.fill('rare disease');
    await code.press('Tab');
    await checkPage(page);
    await code.fill('e119');
    await description.fill('Type 2 diabetes');
    await code.press('Enter');
    await expect(chosen).toHaveText([/^E11\.9 Type 2 diabetes/]);
    await expect(code).toBeFocused();
    await expect(code).toHaveValue('');
    // Of a valid form, but unknown: not an error.
    await code.fill('q9999');
    await expect(page.getByText('Not among the usual diagnoses. Check the code.')).toBeVisible();
    await expect(code).not.toHaveAttribute('aria-invalid');
    await code.press('Enter');
    await expect(chosen.last()).toHaveText(/^Q99\.99 Not among the usual diagnoses\. Check the code\./);
    await page.getByRole('button', { name: 'Remove diagnosis Q99.99' }).click();
    await code.fill('E11.9');
    await page.getByRole('button', { name: 'Add diagnosis' }).click();
    await expect(code).toHaveAccessibleDescription(/E11\.9 is already in this order\./);
    // Typed and not added: part of the order.
    await code.fill('i10');
    const day = page.getByRole('textbox', { name: 'Collection date' });
    const place = page.getByRole('button', { name: 'Place order' });
    await day.fill('soon');
    await day.blur();
    const soon = formatDate(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10));
    await expect(day).toHaveAccessibleDescription(new RegExp(`Enter a valid date\\. Example: ${soon}`));
    await day.fill('+7');
    await day.blur();
    await page.getByLabel('Priority').selectOption('stat');
    await expect(day).toHaveValue(soon);
    await expect(page.getByText(`STAT, but collected on ${soon}. Check the date.`)).toBeVisible();
    await page.getByLabel('Priority').selectOption('routine');
    await day.fill('');
    await expect(day).not.toHaveAttribute('aria-invalid');
    await code.fill('z9');
    await day.fill('soon');
    await place.click();
    await expect(day).toHaveAccessibleDescription(/Collection date: enter a valid date\./);
    await expect(summary).toContainText('Fix 2 fields');
    await expect(summary).toContainText('Enter an ICD-10-CM code, such as I10.');
    await expect(summary).toContainText('Collection date: enter a valid date.');
    await day.fill('');
    await expect(day).not.toHaveAttribute('aria-invalid');
    await code.fill('i10');
    await expect(summary).toHaveCount(0);
    await code.fill('ckd');
    await code.press('Control+Enter');
    await expect(code).toHaveAccessibleDescription(/“ckd” is not added\. Choose or clear it\./);
    await code.fill('');
    await expect(summary).toHaveCount(0);
    // Words without a match are the description of a diagnosis without a code, until they are cleared.
    await code.fill('zzz');
    await place.click();
    await expect(summary).toContainText('Enter the ICD-10-CM code of this diagnosis, or clear it.');
    await page.getByLabel('Description').fill('');
    await expect(summary).toHaveCount(0);
    await expect(code).not.toHaveAttribute('aria-invalid');
    await code.fill('i10');
    await day.fill('05-Nov-2020');
    const calendar = page.locator('#collect-on ~ input[type=date]');
    await calendar.evaluate((field: HTMLInputElement) => (field.showPicker = () => undefined));
    await page.getByRole('button', { name: 'Choose date: Collection date' }).click();
    // On the current month.
    await expect(calendar).toHaveValue('');
    await day.blur();
    await expect(day).toHaveAccessibleDescription(/Collection date cannot be in the past\./);
    await day.fill('05-Nov-2021');
    await place.click();
    await expect(day).toHaveAccessibleDescription(/Collection date cannot be in the past\./);
    const planned = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const review = page.getByRole('region', { name: 'Review' });
    await expect(review).not.toContainText('collect on');
    await day.fill(planned);
    await expect(review.getByRole('listitem').first()).toHaveText(/^Comprehensive metabolic panel/);
    await expect(review.getByRole('list', { name: 'Diagnoses' })).toHaveText('For E11.9, Type 2 diabetes');
    await expect(review).toContainText(
      `1 test, Routine, Example Laboratory, collect on ${formatDate(planned)}`,
    );
    await checkPage(page);
    await place.click();
    await page.waitForURL(/\/orders\/ord_/);
    const fact = page.locator('dl > div').filter({ hasText: /^Diagnoses/ });
    await expect(fact).toHaveText('DiagnosesE11.9 Type 2 diabetes\nI10 Essential (primary) hypertension');
    const collect = page.locator('dl > div').filter({ hasText: /^Collect on/ });
    await expect(collect).toHaveText(`Collect on${formatDate(planned)}`);
    await page.keyboard.press('p');
    await page.waitForURL(/\/print\/orders\/ord_/);
    await expect(fact).toContainText('E11.9 Type 2 diabetes');
    await expect(collect).toContainText(formatDate(planned));
    await page.goto(`${url()}/patients/${patient.id}/orders`);
    await expect(page.getByRole('row').nth(1)).toContainText(`Collect on ${formatDate(planned)}`);

    await open();
    await addTest();
    await page.getByRole('button', { name: 'Add E11.9 Type 2 diabetes' }).click();
    await expect(chosen).toHaveText([/^E11\.9 Type 2 diabetes/]);
    await expect(page.getByRole('button', { name: 'Add E11.9 Type 2 diabetes' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove diagnosis E11.9' }).click();
    await expect(chosen).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add E11.9 Type 2 diabetes' })).toBeVisible();

    // Known to the organization, although this patient has no earlier order.
    const other = await newPatient('Found', 'Words');
    await openHydrated(page, `/patients/${other.id}/orders/new`);
    await code.fill('2 diab');
    await expect(page.getByRole('option', { name: /^E11\.9 Type 2 diabetes/ })).toBeVisible();
    await checkPage(page);
    await code.press('Enter');
    await expect(chosen).toHaveText([/^E11\.9 Type 2 diabetes/]);
    await expect(code).toHaveValue('');
  },
);

test(
  'an order without tests is rejected until one is added, and a search alone leaves no draft',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Empty', 'Order');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    const search = page.getByLabel('Add a test');
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Add at least one test.');
    await expect(search).toHaveAttribute('aria-invalid', 'true');
    await search.fill('cmp');
    await page.getByRole('option', { name: /Comprehensive metabolic panel/ }).click();
    await expect(page.getByText('Add at least one test.')).toHaveCount(0);
    await expect(search).not.toHaveAttribute('aria-invalid');

    const other = await newPatient('Search', 'Only');
    await openHydrated(page, `/patients/${other.id}/orders/new`);
    const drafts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('drafts.saveDraft')) drafts.push(request.postData() ?? '');
    });
    const save = () => page.evaluate(() => window.dispatchEvent(new Event('portal:save-drafts')));
    await search.fill('cmp');
    await expect(page.getByRole('option').first()).toBeVisible();
    await search.fill('');
    await save();
    await page.getByLabel('Note to the laboratory').fill('Fasting');
    const saved = page.waitForResponse(/drafts\.saveDraft/);
    await save();
    await saved;
    expect(drafts).toHaveLength(1);
  },
);

test('an early Enter adds a test, and an order lacks neither a typed test nor an answer', async ({
  page,
}) => {
  await actAs(page, 'clinician');
  const patient = await newPatient('Early', 'Enter');
  const questions = ['First question?', 'Second question?'].map((text, at) => ({
    id: `q${at}`,
    code: `Q${at}`,
    text,
    type: 'boolean',
    required: true,
    options: [],
    max_length: null,
  }));
  const weeks = {
    ...questions[0]!,
    id: 'weeks',
    text: 'Weeks of pregnancy?',
    type: 'number',
    required: false,
  };
  await statement("UPDATE catalog_tests SET questions = $1 WHERE code = 'URCX'", [
    JSON.stringify([...questions, weeks]),
  ]);
  await openHydrated(page, `/patients/${patient.id}/orders/new`);
  const search = page.getByLabel('Add a test');
  const summary = page.getByRole('main').getByRole('alert').first();
  await expect(search).toBeFocused();
  await page.keyboard.type('a1c');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Hemoglobin A1c added.')).toBeVisible();
  // The Enter is forgotten with the text.
  await page.keyboard.type('zzzz');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No tests match “zzzz”.')).toBeVisible();
  // A test with a similar name is added only after it is chosen.
  await search.fill('feritin');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No tests match “feritin”. Similar:')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'false');
  await expect(search).toHaveValue('feritin');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /^Ferritin/, selected: true })).toBeVisible();
  await search.fill('ferritin');
  await expect(page.getByRole('option', { name: /^Ferritin/ })).toBeVisible();
  await checkListBelow(search);
  await page.keyboard.press('Control+Enter');
  await expect(summary.getByRole('link')).toHaveText(['“ferritin” is not added. Add or clear it.']);
  await expect(search).toHaveAccessibleDescription(/“ferritin” is not added\. Add or clear it\./);
  await summary.getByRole('link').click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Tests in this order' }).getByRole('listitem')).toHaveText([
    /^Hemoglobin A1c/,
    /^Ferritin/,
  ]);
  await expect(summary).toHaveCount(0);
  // Each question without an answer has one error, at its field.
  await page.keyboard.type('urine culture');
  await page.keyboard.press('Enter');
  const question = page.getByLabel('First question?');
  await expect(question).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(summary).toContainText('Fix 2 fields to continue.');
  const missing = 'Answer “First question?”.';
  await expect(page.getByText(missing)).toHaveCount(2);
  await summary.getByRole('link', { name: missing }).click();
  await expect(question).toBeFocused();
  // An answer removes its error, the last one the summary as well.
  await question.selectOption('yes');
  await expect(question).not.toHaveAttribute('aria-invalid');
  await expect(question).toBeFocused();
  const second = page.getByLabel('Second question?');
  await expect(second).toHaveAttribute('aria-invalid', 'true');
  await second.selectOption('no');
  await expect(summary).toHaveCount(0);
  // A number is checked when the field is left, and again when the order is placed.
  const number = page.getByLabel('Weeks of pregnancy?');
  await number.fill('abc');
  await number.blur();
  await expect(number).toHaveAccessibleDescription('Enter a number, such as 12.5.');
  await number.press('Control+Enter');
  await expect(summary.getByRole('link')).toHaveText([
    'Answer “Weeks of pregnancy?” with a number, such as 12.5.',
  ]);
  await number.fill('12');
  await expect(number).not.toHaveAttribute('aria-invalid');
  await expect(summary).toHaveCount(0);
  // All that is sent is reviewed.
  await page.getByLabel('Note to the laboratory').fill('Difficult veins');
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('First question? Yes');
  await expect(review).toContainText('Second question? No');
  await expect(review).toContainText('Note: “Difficult veins”');
  await statement("UPDATE catalog_tests SET questions = '[]' WHERE code = 'URCX'");
});

test(
  'three tests are ordered in seven steps, and Enter opens the requisition',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Seven', 'Steps');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await expect(page.getByLabel('Add a test')).toBeFocused();
    const acts = await counted(page);
    for (const [typed, name] of [
      ['cmp', 'Comprehensive metabolic panel'],
      ['lipid', 'Lipid panel'],
      ['a1c', 'Hemoglobin A1c'],
    ] as const) {
      await page.getByLabel('Add a test').fill(typed);
      await expect(page.getByRole('option').first()).toContainText(name);
      await expect(page.getByText(/^\d+ tests? found\.$/)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByText(`${name} added.`)).toBeVisible();
    }
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/orders\/ord_/);
    // One entry and Enter for each test, and one to place the order.
    expect(acts()).toEqual({ clicks: 0, keys: 3 + 1 });
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Order placed for ');
    await expect(page.getByRole('link', { name: 'Print requisition' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/print\/orders\/ord_/);
    await expect(page.getByRole('row')).toHaveCount(4);
    // Not when the order is opened later.
    const order = page.url().split('/').at(-1)!;
    await page.goto(`${url()}/patients/${patient.id}/orders`);
    await page.locator(`a[href="/patients/${patient.id}/orders/${order}"]`).click();
    await page.waitForURL(/\/orders\/ord_/);
    await expect(page.getByRole('link', { name: 'Print requisition' })).not.toBeFocused();
  },
);

test(
  'an order is repeated with its tests and diagnoses, without answers, once it is placed',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const [patient, other] = [await newPatient('Again', 'Ada'), await newPatient('Again', 'Other')];
    const diagnosis = { code: 'E11.9', system: 'icd-10-cm', description: 'Type 2 diabetes' };
    const order = await api<{ id: string; order_number: string }>('/v1/labs/orders', {
      patient_id: patient.id,
      lab_id: 'example-lab',
      items: [{ code: 'CMP' }, { code: 'A1C' }],
      priority: 'urgent',
      diagnoses: [diagnosis],
    });
    await openHydrated(page, `/patients/${patient.id}/orders`);
    await page.getByLabel(/^More actions: Comprehensive metabolic panel · /).click();
    await page.getByRole('link', { name: /^Order again: Comprehensive metabolic panel · / }).click();
    await page.waitForURL(/\/orders\/new\?again=ord_/);
    const copied = page.getByText(`Copied from order ${order.order_number}`);
    await expect(copied).toContainText(
      'Priority, answers, collection date and note to the laboratory are not copied.',
    );
    const tests = page.getByRole('list', { name: 'Tests in this order' });
    await expect(tests.getByRole('listitem')).toHaveText([/^Comprehensive metabolic/, /^Hemoglobin A1c/]);
    await expect(page.getByRole('list', { name: 'Diagnoses of this order' })).toContainText('E11.9');
    await expect(page.getByLabel('Priority')).toHaveValue('routine');
    await expect(page.getByRole('region', { name: 'Review' })).toContainText('2 tests (already ordered), ');
    await checkPage(page);
    // Nothing is placed by the link.
    await page.goto(`${url()}/patients/${patient.id}/orders/${order.id}`);
    await page.getByRole('link', { name: /^Order again: / }).click();
    await page.waitForURL(/again=/);
    await expect(tests).toBeVisible();
    const listed = () =>
      api<{ data: { diagnoses: unknown[]; items: unknown[] }[] }>(`/v1/labs/orders?patient_id=${patient.id}`);
    expect((await listed()).data).toHaveLength(1);
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/ord_/);
    const [placed, ...rest] = (await listed()).data;
    expect(rest).toHaveLength(1);
    expect(placed!.diagnoses).toEqual([diagnosis]);
    expect(placed!.items).toHaveLength(2);
    // Never into the chart of another patient.
    const answer = await page.goto(`${url()}/patients/${other.id}/orders/new?again=${order.id}`);
    expect(answer!.status()).toBe(404);
  },
);

test(
  'orders due for collection have a list with their number, until they are collected',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Due', 'Today');
    // The organization of the demo uses UTC.
    const today = new Date().toISOString().slice(0, 10);
    await api('/v1/labs/orders', {
      patient_id: patient.id,
      lab_id: 'example-lab',
      items: [{ code: 'CMP' }],
      collect_on: today,
    });
    await page.goto(`${url()}/today`);
    const card = page.getByRole('region', { name: /^Due for collection/ });
    const all = card.getByRole('link', { name: 'All orders due for collection' });
    await expect(card.getByRole('heading')).toHaveText(/^Due for collection[1-9]/);
    await checkPage(page);
    await all.click();
    await page.waitForURL(/view=due$/);
    await page.goto(`${url()}/orders`);
    const views = page.getByRole('navigation', { name: 'Order lists' });
    const link = views.getByRole('link', { name: /^Due for collection \(\d+\)$/ });
    const counted = async () => Number(/\d+/.exec((await link.textContent())!)![0]);
    const before = await counted();
    expect(before).toBeGreaterThan(0);
    await link.click();
    await page.waitForURL(/view=due$/);
    await expect(link).toHaveAttribute('aria-current', 'page');
    const row = page.getByRole('row').filter({ hasText: 'DUE, Today' });
    await expect(row).toContainText(`Collect on ${formatDate(today)}Due`);
    await checkPage(page);
    await row.getByRole('link', { name: 'Comprehensive metabolic panel' }).click();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL(/\/orders\?view=due$/);
    await row.getByRole('button', { name: /^Mark as collected: / }).click();
    await expect(page.getByRole('dialog')).toContainText('DUE, Today');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as collected' }).click();
    // The row of another patient does not move into its place.
    await expect(row).toContainText('no longer in this list');
    await expect(row.getByRole('cell').filter({ hasText: /^Collected/ })).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
    await expect(row.getByRole('link').first()).toBeFocused();
    expect(await counted()).toBe(before - 1);
    await page.getByRole('region', { name: 'Latest action' }).getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByRole('button', { name: /^Mark as collected: / })).toBeVisible();
    await row.getByRole('button', { name: /^Mark as collected: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as collected' }).click();
    await expect(row).toContainText('no longer in this list');
    await page.goto(`${url()}/orders?view=due`);
    await expect(row).toHaveCount(0);
    expect(await counted()).toBe(before - 1);
  },
);

test('a test of another laboratory is not said to be unknown', { tag: '@nightly' }, async ({ page }) => {
  const id = await newLaboratory('North Lab');
  try {
    await actAs(page, 'clinician');
    const patient = await newPatient('Separate', 'Sam');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    const search = page.getByLabel('Add a test');
    await search.fill('selenium');
    await page.getByRole('option', { name: /^Selenium/ }).click();
    await expect(page.getByText('Sets of other laboratories are hidden.')).toBeVisible();
    await search.fill('zzzz');
    await expect(page.getByText('No tests match “zzzz”.')).toBeVisible();
    await search.fill('bmp');
    await expect(
      page.getByText('North Lab does not offer “bmp”. Place a separate order for another laboratory.'),
    ).toBeVisible();
    await checkPage(page);
  } finally {
    await portal('admin', 'labConnections.deleteLabConnection', { id });
  }
});

test(
  'an order set adds its tests at once, and is made from an order',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Sets', 'Sabine');
    const name = 'Kidney and liver';
    const tests = page.getByRole('list', { name: 'Tests in this order' }).getByRole('listitem');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    // Of the demo.
    await page.getByRole('button', { name: 'Add order set Diabetes follow-up' }).click();
    await expect(tests).toHaveText([/^Hemoglobin A1c/, /^Basic metabolic panel/, /^Lipid panel/]);
    await expect(page.getByRole('button', { name: 'Add order set Diabetes follow-up' })).toHaveCount(0);
    const added = page.getByRole('main').getByText('Order set “Diabetes follow-up” added: 3 tests.');
    await expect(added).toBeVisible();
    const removal = page.getByRole('button', { name: 'Remove Lipid panel' });
    await removal.click();
    await expect(added).toHaveCount(0);
    await page.getByRole('button', { name: 'Add order set Diabetes follow-up' }).click();
    await expect(
      page
        .getByRole('main')
        .getByText('added: 1 test. Already in this order: Hemoglobin A1c and Basic metabolic panel.'),
    ).toBeVisible();
    await removal.click();
    await checkPage(page);
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/ord_/);
    const save = page.getByRole('button', { name: /^Save as order set: / });
    await save.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('diabetes FOLLOW-UP');
    await dialog.getByRole('button', { name: 'Save order set' }).click();
    const nameField = dialog.getByLabel('Name');
    await expect(nameField).toBeFocused();
    await expect(nameField).toHaveAccessibleDescription('Name is already used by another order set.');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save order set' }).click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
      `Order set ${name} saved.`,
    );

    await page.goto(`${url()}/orders`);
    await page.getByRole('link', { name: 'Order sets' }).click();
    await page.waitForURL(/\/orders\/sets$/);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Hemoglobin A1c · Basic metabolic panel');
    await checkPage(page);
    await row.getByRole('button', { name: `Edit order set ${name}` }).click();
    await dialog.getByLabel('Name').fill('Kidney');
    await dialog.getByRole('button', { name: 'Remove Hemoglobin A1c' }).click();
    const search = dialog.getByLabel('Add a test');
    await expect(search).toBeFocused();
    await search.fill('lipid');
    await checkPage(page);
    // Escape clears the search and does not close the dialog.
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await search.fill('lipid');
    // Before tests of the lipid panel, which the word finds too.
    await expect(dialog.getByRole('option').first()).toHaveText(/^Lipid panel/);
    await search.press('Enter');
    await expect(dialog.getByRole('list', { name: 'Tests of this set' }).getByRole('listitem')).toHaveText([
      /^Basic metabolic panel/,
      /^Lipid panel/,
    ]);
    await dialog.getByRole('button', { name: 'Save order set' }).click();
    const renamed = page.getByRole('row').filter({ hasText: 'Kidney' });
    await expect(renamed).toContainText('Basic metabolic panel · Lipid panel');
    await expect(renamed).not.toContainText('Hemoglobin A1c');
    await expect(renamed.getByRole('button', { name: 'Edit order set Kidney' })).toBeFocused();
    const deletion = renamed.getByRole('button', { name: 'Delete order set Kidney' });
    await deletion.click();
    await dialog.getByRole('button', { name: 'Delete order set' }).click();
    await expect(renamed).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Order sets', level: 1 })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(renamed).toContainText('Basic metabolic panel · Lipid panel');
    await deletion.click();
    await dialog.getByRole('button', { name: 'Delete order set' }).click();
    await expect(renamed).toHaveCount(0);
  },
);

test('an order set is created from tests of the catalog', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await openHydrated(page, '/orders/sets');
  await page.getByRole('button', { name: 'New order set' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save order set' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Thyroid');
  await expect(save).toBeDisabled();
  await expect(dialog.getByText('Add at least one test to save the set.')).toBeVisible();
  const search = dialog.getByLabel('Add a test');
  await search.fill('thyrotropin');
  await dialog.getByRole('option', { name: /^TSH/ }).click();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await search.fill('thyrotropin');
  await expect(dialog.getByText('Already in this set.')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(dialog.getByText('“thyrotropin” is not added. Add or clear it.')).toBeVisible();
  await checkPage(page);
  // A test of a panel in the set would be measured twice.
  for (const [typed, name] of [
    ['cbc', /^Complete blood count/],
    ['hgb', /^Hemoglobin/],
  ] as const) {
    await search.fill(typed);
    await dialog.getByRole('option', { name }).first().click();
  }
  await expect(dialog.getByText('Included in Complete blood count, which is in this set.')).toBeVisible();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Remove Hemoglobin' }).click();
  await search.fill('');
  await save.click();
  const row = page.getByRole('row').filter({ hasText: 'Thyroid' });
  await expect(row).toContainText('TSH');
  await row.getByRole('button', { name: 'Delete order set Thyroid' }).click();
  await dialog.getByRole('button', { name: 'Delete order set' }).click();
  await expect(row).toHaveCount(0);
});

test(
  'an order set names tests that are no longer offered or in a panel, and adds the others',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Missing', 'Mia');
    const { data } = await api<{ data: { id: string; code: string }[] }>('/v1/labs/catalog?limit=100');
    const test_ids = ['TSH', 'HGB', 'CBC'].map((code) => data.find((one) => one.code === code)!.id);
    const set = await portal<{ id: string }>('clinician', 'orderSets.createOrderSet', {
      name: 'Outdated',
      test_ids,
    });
    const offer = (active: boolean) =>
      statement('UPDATE catalog_tests SET active = $1 WHERE id = $2', [
        active,
        readId('catalog_test', test_ids[0]!),
      ]);
    await offer(false);
    try {
      await openHydrated(page, `/patients/${patient.id}/orders/new`);
      await page.getByRole('button', { name: 'Add order set Outdated' }).click();
      await expect(page.getByText(/^Not added\.\s*The laboratory no longer offers TSH/)).toBeVisible();
      await expect(
        page.getByText(/^Not added\.\s*Included in a panel of this order: Hemoglobin\.$/),
      ).toBeVisible();
      await expect(page.getByRole('list', { name: 'Tests in this order' }).getByRole('listitem')).toHaveText([
        /^Complete blood count/,
      ]);
    } finally {
      await offer(true);
      await portal('clinician', 'orderSets.deleteOrderSet', { id: set.id });
    }
  },
);
