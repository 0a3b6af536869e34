import { expect, test, url } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs } from './support/page-session';

/** An administrator imports the tests of a laboratory from a file, and undoes the import. */

const LAB = 'Example Laboratory';
const HEADER =
  'code,name,loinc,specimen,container,turnaround_hours,components,question_1,question_1_required';
const FILE = [
  HEADER,
  'ZINC,Zinc,,Serum,Trace element tube,72,,,',
  'COPPER,Copper,,Serum,Trace element tube,72,,,',
  'TRACE,Trace elements,,Serum,Trace element tube,72,ZINC|COPPER,Supplements taken?,yes',
  'NA,Sodium in serum,2951-2,Serum,,4,,,',
].join('\n');

const csv = (content: string) => ({
  name: 'catalog.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(content, 'utf8'),
});

test(
  'tests are imported after a preview, and the import is undone',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    const main = page.getByRole('main');
    await page.goto(`${url()}/admin/lab-connections/tests`);
    await main.getByRole('link', { name: 'Import tests' }).click();
    await page.waitForURL(/tests\/import/);
    await main.getByRole('button', { name: 'Check file' }).click();
    await expect(main.getByRole('alert').getByRole('link')).toHaveText([
      'Choose a laboratory.',
      'Choose a CSV file that is not empty.',
    ]);
    await page.getByLabel('Laboratory', { exact: true }).selectOption({ label: LAB });
    await main.getByRole('button', { name: 'Check file' }).click();
    await expect(main.getByRole('alert')).toContainText('Choose a CSV file that is not empty.');

    await page.getByLabel('File', { exact: true }).setInputFiles(csv(`${HEADER}\nZINC,,,,,soon,,,`));
    await main.getByRole('button', { name: 'Check file' }).click();
    await expect(main.getByRole('heading', { name: '2 errors in the file' })).toBeFocused();
    await expect(main.getByRole('table', { name: 'Errors' })).toContainText('turnaround_hours');
    await expect(main.getByRole('button', { name: /^Import for/ })).toHaveCount(0);
    await checkPage(page);

    await page.getByLabel('File', { exact: true }).setInputFiles(csv(FILE));
    await expect(main.getByRole('table', { name: 'Errors' })).toHaveCount(0);
    await main.getByRole('button', { name: 'Check file' }).click();
    await expect(main.getByRole('heading', { name: 'Changes' })).toBeFocused();
    await expect(main.getByText('3 tests to add, 1 to change.')).toBeVisible();
    await expect(main.getByRole('table', { name: 'Tests to change' })).toContainText('Sodium in serum');
    await checkPage(page);
    await main.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/lab-connections\/tests$/);
    await expect(main.getByRole('button', { name: `Undo the import of ${LAB}`, exact: true })).toHaveCount(0);

    await main.getByRole('link', { name: 'Import tests' }).click();
    await page.getByLabel('Laboratory', { exact: true }).selectOption({ label: LAB });
    await page.getByLabel('File', { exact: true }).setInputFiles(csv(FILE));
    await main.getByRole('button', { name: 'Check file' }).click();
    await expect(main.getByText('3 tests to add, 1 to change.')).toBeVisible();
    // Tests that no one can order afterwards are named on the button.
    const deactivate = page.getByLabel('Deactivate tests that are not in the file');
    await deactivate.check();
    await main.getByRole('button', { name: 'Check file' }).click();
    await expect(main.getByRole('button', { name: /^Import and deactivate \d+ tests?$/ })).toBeVisible();
    await deactivate.uncheck();
    await main.getByRole('button', { name: 'Check file' }).click();
    await main.getByRole('button', { name: `Import for ${LAB}` }).click();
    await page.waitForURL(/lab-connections\/tests$/);
    await expect(page.getByRole('status').filter({ hasText: '3 tests added, 1 changed.' })).toBeVisible();

    await page.getByLabel('Name, code or LOINC').fill('trace elements');
    await main.getByRole('button', { name: 'Apply' }).click();
    await expect(main.getByRole('table', { name: 'Tests' })).toContainText('Panel of 2 tests');

    await main.getByRole('button', { name: `Undo the import of ${LAB}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Import undone.');
    await expect(main.getByText('No tests match this filter.')).toBeVisible();
    await expect(main.getByRole('button', { name: `Undo the import of ${LAB}`, exact: true })).toHaveCount(0);
  },
);
