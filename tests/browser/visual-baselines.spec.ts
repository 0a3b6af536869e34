import type { Page, Route } from '@playwright/test';
import { hydrated } from './support/hydrated';
import { fill } from './support/page-routes';
import { actAs, demoRecords, type Role } from './support/page-session';
import { expect, test, url } from './support/portal';

/**
 * The look of twelve pages: layout, borders, colors, icons and type. Letters and digits are replaced, because dates, ages
 * and numbers of the demo differ each day. After an intended change:
 * `npx playwright test visual-baselines --update-snapshots`, and look at the new images.
 */

const records = demoRecords();

/** Of 1280 x 800 pixels: another margin, row height or heading size differs in more; ages and avatars differ in fewer. */
const TOLERANCE = { maxDiffPixelRatio: 0.01, threshold: 0.2 };

interface Baseline {
  name: string;
  role: Role | null;
  path: string;
  scheme?: 'dark';
}

const PAGES: Baseline[] = [
  { name: 'sign-in', role: null, path: '/sign-in' },
  { name: 'today', role: 'clinician', path: '/today' },
  { name: 'inbox-report', role: 'clinician', path: '/inbox/[resultId]' },
  { name: 'inbox-report-dark', role: 'clinician', path: '/inbox/[resultId]', scheme: 'dark' },
  { name: 'patients', role: 'clinician', path: '/patients' },
  { name: 'chart', role: 'clinician', path: '/patients/[patientId]' },
  { name: 'report', role: 'clinician', path: '/patients/[patientId]/results/[resultId]' },
  { name: 'flow-sheet-dark', role: 'clinician', path: '/patients/[patientId]/results/flow', scheme: 'dark' },
  { name: 'new-order', role: 'clinician', path: '/patients/[patientId]/orders/new' },
  { name: 'document', role: 'clinician', path: '/patients/[patientId]/documents/[documentId]' },
  { name: 'unmatched-report', role: 'clinician', path: '/unmatched/[reportId]' },
  { name: 'webhook', role: 'admin', path: '/admin/webhooks/[webhookId]' },
];

for (const { name, role, path, scheme } of PAGES)
  test(name, { tag: '@nightly' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme ?? 'light', reducedMotion: 'reduce' });
    if (role) await actAs(page, role);
    await page.route('**/*.css', waitForFonts);
    await page.goto(url() + fill(path, records().ids));
    await hydrated(page);
    await makeEqual(page);
    await expect(page).toHaveScreenshot(`${name}.png`, TOLERANCE);
  });

/** On a busy machine an optional font comes too late, and the page keeps its fallback. */
async function waitForFonts(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block');
  await route.fulfill({ response, body });
}

/** What depends on the day or the moment. Dates, numbers and names keep their length. */
async function makeEqual(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      text.nodeValue = text.nodeValue!.replace(/[\p{L}\p{N}+/=]/gu, 'x');
    }
    for (const field of document.querySelectorAll('input')) field.value = field.value.replace(/\S/g, 'x');
    // Signing and uploading are disabled for a moment after a page opens.
    for (const button of document.querySelectorAll('button')) {
      button.disabled = false;
      button.removeAttribute('aria-disabled');
    }
  });
}
