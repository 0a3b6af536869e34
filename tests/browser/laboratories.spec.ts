import { openFold } from './support/open-fold';
import { expect, test, url } from './support/portal';
import { checkPage } from './support/page-checks';
import { postMessage } from './support/page-routes';
import { actAs } from './support/page-session';

/** An administrator creates a lab connection, sees its messages, and disables it. */

const NAME = 'Laboratory of the test';
const message = (id: string) =>
  [
    `MSH|^~\\&|LIS|LAB|||20260105143000+0100||ORU^R01|${id}|P|2.5.1`,
    'PID|1||4711^^^CLINIC^MR||Unknown^Known||19450714|F',
    'OBR|1|NO-ORDER|F-9|24323-8^Metabolic panel^LN|||20260105080000|||||||||||||||20260105140000|||F',
    'OBX|1|ST|GLU^Glucose^L||<0.5 \\T\\ less||||||F',
    '',
  ].join('\r');

test(
  'administrator connects a laboratory, reads its messages and disconnects it',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    const main = page.getByRole('main');
    const button = (name: string) => main.getByRole('button', { name, exact: true });
    await page.goto(`${url()}/admin/lab-connections/new`);
    await page.getByLabel('Time zone of the sender').fill('Nowhere/At-All');
    await page.locator('summary', { hasText: 'Network' }).click();
    await page.getByLabel('Allowed addresses').fill('10.0.0.1/8');
    await button('Create connection').click();
    const errors = main.getByRole('alert');
    // All at once.
    await expect(errors.getByRole('link')).toHaveText([
      'Enter a name.',
      /must be written as 10\.0\.0\.0\/8/,
      'Select a time zone from the list.',
      'Enter a port.',
    ]);
    await expect(errors).not.toContainText('Request ID');
    await page.getByLabel('Allowed addresses').fill('');
    await page.getByLabel('HTTPS').check();
    await page.getByLabel('Name', { exact: true }).fill(NAME);
    await button('Create connection').click();
    await expect(errors.getByRole('link')).toHaveText(['Select a time zone from the list.']);
    await page.getByLabel('Time zone of the sender').fill('Berl');
    const alerts = page.locator('summary', { hasText: 'Alerts' });
    const silence = page.getByLabel('Silence before an alert (hours)');
    await alerts.click();
    await silence.fill('0');
    await alerts.click();
    await expect(silence).toBeHidden();
    await button('Create connection').click();
    // The error opens the folded part of its field.
    await expect(silence).toHaveAccessibleDescription(/Silence before an alert must be at least 1 hour\./);
    await silence.fill('');
    await button('Create connection').click();
    await expect(main.getByRole('heading', { name: `Ingest key for “${NAME}”` })).toBeFocused();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Connection created');
    const key = await page.getByRole('textbox', { name: 'Ingest key' }).inputValue();
    await expect(page.getByLabel('Endpoint URL')).toHaveValue(`${url()}/ingest/hl7v2`);
    const command = await page.getByRole('group', { name: 'Send a test message with this key' }).innerText();
    expect(command).toContain(`--header "Authorization: Bearer ${key}"`);
    await expect(main.getByText('Waiting for the first message…')).toBeVisible();
    await checkPage(page);

    expect((await postMessage(url(), key, message('M1'))).status).toBe(200);
    await expect(main.getByText('First message received.')).toBeVisible({ timeout: 20_000 });
    expect((await postMessage(url(), key, message('M2').replace('ORU^R01', 'ADT^A01'))).status).toBe(422);
    await page.getByLabel('I have saved it').check();
    await main.getByRole('link', { name: 'Go to connection' }).click();
    await expect(main.getByText(/Last message .* 2 messages in 24 h: .*1 rejected\./).first()).toBeVisible();

    await main.getByRole('link', { name: '1 rejected' }).click();
    await expect(page.getByLabel('Status')).toHaveValue('rejected');
    await expect(main.getByRole('row')).toHaveCount(2);
    await expect(main.getByText('Not a result or document: only ORU and MDM are accepted.')).toBeVisible();
    await page.getByLabel('Status').selectOption('All');
    await button('Apply').click();
    await main.getByRole('row', { name: 'Control ID M1' }).getByRole('link').click();

    await expect(main.getByRole('heading', { level: 1, name: /^Message received / })).toBeVisible();
    await expect(main.getByText('AA, accepted')).toBeVisible();
    await openFold(page, 'OBX[1]');
    const value = main.getByRole('table', { name: 'Fields of OBX[1]' }).getByRole('row', { name: /OBX-5/ });
    await expect(value).toContainText('Value');
    await expect(value).toContainText('<0.5 & less');
    await expect(main.getByRole('group', { name: 'Raw message' })).toContainText(
      '|<0.5 \\T\\ less||||||F‹CR›',
    );

    // Its code appears once the message is processed, and is no longer listed once mapped.
    const codes = async () => {
      await page.goto(`${url()}/admin/lab-connections`);
      await main
        .getByRole('row', { name: NAME })
        .getByRole('link', { name: '1 code not mapped' })
        .click({ timeout: 1_000 });
    };
    await expect(codes).toPass();
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await button('Map GLU').click();
      const matching = page.getByRole('listbox', { name: 'Matching tests' });
      await expect(matching).toBeInViewport({ ratio: 1 });
      // The dialog neither cuts it off nor covers it.
      const isWhole = await matching.evaluate((list) => {
        const { left, right, top, bottom } = list.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) =>
          list.contains(document.elementFromPoint((left + right) / 2, y)),
        );
      });
      expect(isWhole).toBe(true);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await button('Map GLU').click();
    await page.getByRole('option', { name: 'Glucose LOINC 2345-7' }).click();
    await expect(page.getByText('Selected: Glucose, LOINC 2345-7.')).toBeVisible();
    await page.getByRole('button', { name: 'Map to 2345-7' }).click();
    await expect(main.getByText('No codes to map.')).toBeVisible();

    await page.goto(`${url()}/admin/lab-connections`);
    await main.getByRole('link', { name: NAME }).click();
    await button('Pause').click();
    await page.getByRole('button', { name: 'Pause connection' }).click();
    await expect(main.getByText('No messages are accepted.')).toBeVisible();
    expect((await postMessage(url(), key, message('M3'))).status).toBe(403);
    await button('Resume').click();
    await expect(button('Pause')).toBeVisible();
    expect((await postMessage(url(), key, message('M3'))).status).toBe(200);
    await main.getByRole('button', { name: /^Revoke clin_ingest/ }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(main.getByText(/^Revoked /)).toBeVisible();
    expect((await postMessage(url(), key, message('M4'))).status).toBe(401);

    await button('Delete').click();
    const confirm = page.getByRole('button', { name: 'Delete connection' });
    await expect(confirm).toBeDisabled();
    await page.getByLabel(`Type ${NAME} to confirm`).fill(NAME);
    await confirm.click();
    await page.waitForURL('**/admin/lab-connections');
    await expect(main.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
    await expect(main.getByRole('link', { name: NAME })).toHaveCount(0);
  },
);
