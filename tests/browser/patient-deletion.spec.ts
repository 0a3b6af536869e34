import { admin, expect, signOut, test } from './support/portal';
import { checkBanner, checkPage } from './support/page-checks';
import { actAs, api, newPatient, open } from './support/page-session';
import { statement } from './support/statement';

/** An administrator deletes and restores a patient: confirmation, rejections, permissions. */

const LIST = '/admin/deleted-patients';

test('administrator deletes, finds and restores a patient', { tag: '@nightly' }, async ({ page }) => {
  const made = await newPatient('Removable', 'Rita');
  await actAs(page, 'admin');
  await open(page, `/patients/${made.id}/details`);
  await page.getByRole('main').getByRole('button', { name: 'Delete patient' }).click();
  const line = `REMOVABLE, Rita, born 31-Jan-1970, MRN ${made.mrn}`;
  const question = page.getByRole('dialog', { name: `Delete ${line}?` });
  await expect(question).toContainText('restore it for 30 days');
  await checkPage(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Delete patient' }).click();
  await question.getByRole('button', { name: 'Delete patient' }).click();

  await page.waitForURL(`**${LIST}`);
  const row = page.getByRole('row', { name: /REMOVABLE, Rita/ });
  await expect(row).toContainText(made.mrn);
  await expect(row).toContainText(/by \S/);
  await checkPage(page);
  await open(page, `/patients/${made.id}`, 404);

  // Another patient has the MRN meanwhile: the reason and the fix are shown.
  const other = await api<{ id: string }>('/v1/patients', {
    name: { family: 'Other', given: ['Olga'] },
    birth_date: '1980-01-01',
    sex: 'female',
    mrn: made.mrn,
  });
  await open(page, LIST);
  await page.getByRole('button', { name: 'Restore REMOVABLE, Rita' }).click();
  const back = page.getByRole('dialog', { name: `Restore ${line}?` });
  await back.getByRole('button', { name: 'Restore patient' }).click();
  await expect(back.getByRole('alert')).toHaveText(/Another patient now has this MRN/);
  await checkPage(page);
  await api(`/v1/patients/${other.id}`, undefined, 'DELETE');
  await back.getByRole('button', { name: 'Restore patient' }).click();
  await page.waitForURL(`**/patients/${made.id}`);
  await checkBanner(page, made);
  await api(`/v1/patients/${made.id}`, undefined, 'DELETE');
});

test('open order prevents deletion with a reason', { tag: '@nightly' }, async ({ page }) => {
  const made = await newPatient('Ordered', 'Otto');
  const catalog = await api<{ data: { id: string; name: string }[] }>('/v1/labs/catalog?q=lipid&kind=panel');
  const order = await api<{ id: string }>('/v1/labs/orders', {
    patient_id: made.id,
    items: [{ test_id: catalog.data[0]!.id }],
  });
  await actAs(page, 'admin');
  await open(page, `/patients/${made.id}/details`);
  await page.getByRole('main').getByRole('button', { name: 'Delete patient' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete patient' }).click();
  await expect(question.getByRole('alert')).toHaveText(
    'The patient has open lab orders. Complete or cancel them first.',
  );
  await admin('lab', 'simulate', '--order', order.id, '--kind', 'normal', '--org', 'demo');
  await question.getByRole('button', { name: 'Delete patient' }).click();
  await page.waitForURL(`**${LIST}`);
});

test(
  'other roles cannot see deleted patients, and an empty list explains itself',
  { tag: '@nightly' },
  async ({ page }) => {
    const made = await newPatient('Kept', 'Karla');
    for (const role of ['clinician', 'viewer'] as const) {
      await signOut(page);
      await actAs(page, role);
      await open(page, `/patients/${made.id}/details`);
      await checkBanner(page, made);
      await expect(page.getByText('Delete patient')).toHaveCount(0);
      await open(page, LIST);
      await expect(
        page.getByText('Your role does not allow you to administer this organization.'),
      ).toBeVisible();
    }
    await api(`/v1/patients/${made.id}`, undefined, 'DELETE');
    // Older than the limit for restoring.
    await statement(
      "UPDATE patients SET deleted_at = deleted_at - interval '30 days' WHERE deleted_at IS NOT NULL",
    );
    await signOut(page);
    await actAs(page, 'admin');
    await open(page, LIST);
    await expect(page.getByText('No deleted patients.')).toBeVisible();
    await checkPage(page);
  },
);

test(
  'confirmation dialog sends once, stays open while sending, and shows its own error',
  { tag: '@nightly' },
  async ({ page }) => {
    const made = await newPatient('Asked', 'Ada');
    await actAs(page, 'admin');
    await open(page, `/patients/${made.id}/details`);
    let sent = 0;
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/trpc/patients.deletePatient**', async (route) => {
      sent++;
      await held;
      await route.abort();
    });
    const opener = page.getByRole('main').getByRole('button', { name: 'Delete patient' });
    await opener.click();
    const question = page.getByRole('dialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const confirm = question.getByRole('button', { name: 'Delete patient' });
    await confirm.dblclick();
    await expect(question.getByRole('status')).toHaveText('One moment…');
    for (const key of ['Escape', 'Escape', 'Enter']) await page.keyboard.press(key);
    await expect(question).toBeVisible();
    release();
    await expect(question.getByRole('alert')).toHaveText(/could not be reached/);
    await expect(confirm).toBeFocused();
    expect(sent).toBe(1);
    await checkPage(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(opener).toBeFocused();
    await api(`/v1/patients/${made.id}`, undefined, 'DELETE');
  },
);
