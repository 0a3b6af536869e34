import type { Page } from '@playwright/test';
import { readId } from '../../server/shared/ids';
import { expect, test } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient, open } from './support/page-session';
import { statement } from './support/statement';

/** Documents that await the malware scan, failed it, or cannot be scanned: what a clinician sees. */

const STATES: [status: string, scan: string, told: string, advice: RegExp][] = [
  ['processing', 'pending', 'Checking for viruses', /as soon as the check is done/],
  ['quarantined', 'infected', 'Held back: failed the virus check', /ask the sender for a clean one/],
  ['processing', 'error', 'Not checked for viruses yet: the check does not work at the moment', /as soon as/],
];

const PHONE = { width: 390, height: 844 };

let chart: string;
let documents: string[];

const judge = (document: string, status: string, scan: string) =>
  statement('UPDATE documents SET status = $1, scan_status = $2, scan_due_at = NULL WHERE id = $3', [
    status,
    scan,
    readId('document', document),
  ]);

test.beforeAll(async () => {
  chart = (await newPatient('Checked', 'Clara')).id;
  documents = [];
  for (const [status, scan] of STATES) {
    const { id } = await api<{ id: string }>('/v1/documents', {
      patient_id: chart,
      title: `Letter, ${scan}`,
      content: { data: Buffer.from(scan).toString('base64'), file_name: 'letter.txt' },
    });
    await judge(id, status, scan);
    documents.push(id);
  }
});
test.afterAll(() => api(`/v1/patients/${chart}`, undefined, 'DELETE'));

/** Not as a choice of the filter. */
const shown = (page: Page, words: string) => page.getByText(words).and(page.locator(':not(option)'));

test('quarantined document shows the reason in lists and on its page', async ({ page }) => {
  await actAs(page, 'clinician');
  for (const path of [`/patients/${chart}`, '/documents', `/patients/${chart}/documents`]) {
    await open(page, path);
    for (const [, , told] of STATES) await expect(shown(page, told).first(), path).toBeVisible();
  }
  await checkPage(page);
  await page.setViewportSize(PHONE);
  for (const [at, [, scan, told, advice]] of STATES.entries()) {
    await open(page, `/patients/${chart}/documents/${documents[at]!}`);
    await expect(page.getByText(`${told}.`), `${scan}, on a phone without scrolling`).toBeInViewport();
    await expect(page.getByText(advice)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /Open|Download/ })).toHaveCount(0);
  }
  await checkPage(page);
});

test('finished malware scan updates the page without reload and is announced', async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, `/patients/${chart}/documents`);
  await expect(shown(page, 'Checking for viruses')).toBeVisible();
  await judge(documents[0]!, 'quarantined', 'infected');
  await expect(shown(page, 'Held back: failed the virus check')).toHaveCount(2);
  await expect(
    page.getByRole('status').filter({ hasText: 'virus check of a document has ended' }),
  ).toBeAttached();
});
