import type { Page } from '@playwright/test';
import { hydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api, portal } from './support/page-session';
import { expect, test, url } from './support/portal';

/** Moving through the documents of a chart, and the image viewer. */

const NOTE = Buffer.from('First line of the note.').toString('base64');
const RTF = Buffer.from('{\\rtf1 A letter.}').toString('base64');

/** Width is twice the height. */
const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 600];
    const paint = canvas.getContext('2d')!;
    paint.fillStyle = '#fff';
    paint.fillRect(0, 0, 1200, 600);
    paint.fillStyle = '#000';
    paint.font = '80px sans-serif';
    paint.fillText('Referral, page 1', 60, 120);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });

async function chart(page: Page) {
  const { id } = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
    name: { family: 'Leafed', given: ['Through'] },
    birth_date: '1950-01-02',
    sex: 'female',
    duplicate_reason: 'different_person',
  });
  const file = (title: string, category: string, file_name: string, data: string, more: object = {}) =>
    api('/v1/documents', { patient_id: id, title, category, content: { data, file_name }, ...more });
  await file('Old letter', 'referral', 'old.rtf', RTF, { document_date: '2020-01-31' });
  await file('Ward note', 'clinical_note', 'note.txt', NOTE);
  await file('Page image', 'referral', 'page.png', await picture(page));
  return `${url()}/patients/${id}/documents`;
}

test(
  'keys page through documents in list order, and the filter shows what it hides',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'viewer');
    const list = await chart(page);
    const title = page.getByRole('heading', { level: 1 });
    await page.goto(list);
    await hydrated(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(title).toHaveText('Ward note');
    await expect(page.getByRole('region', { name: 'Text of the document' })).toHaveText(
      'First line of the note.',
    );
    await page.keyboard.press(']');
    await expect(title).toHaveText('Old letter');
    await expect(page.getByText('Download only')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Next document/ })).toHaveCount(0);
    await page.goto(list);
    await page.getByLabel('Type').selectOption('Referral');
    await expect(page.getByText('2 shown, 1 hidden by filter: type Referral')).toBeVisible();
    await page.getByRole('link', { name: 'Page image' }).click();
    await expect(title).toHaveText('Page image');
    await page.getByRole('link', { name: 'Next document: Old letter' }).click();
    await expect(title).toHaveText('Old letter');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page.getByText('2 shown, 1 hidden by filter: type Referral')).toBeVisible();
    await page.goto(`${list}?to=31-Dec-2019`);
    await expect(page.getByText('3 documents hidden by filter: to 31-Dec-2019.')).toBeVisible();
    await checkPage(page);
  },
);

test(
  'picture zooms and rotates by buttons and keys within its frame',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'viewer');
    await page.goto(await chart(page));
    await page.getByRole('link', { name: 'Page image' }).click();
    const image = page.getByRole('img', { name: 'Page image' });
    const shape = async () => {
      const { width, height } = (await image.boundingBox())!;
      return { width: Math.round(width), across: width > height };
    };
    await expect.poll(async () => (await shape()).width).toBeGreaterThan(300);
    const first = await shape();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => (await shape()).width).toBeGreaterThan(first.width * 1.45);
    await page.keyboard.press('+');
    await expect.poll(async () => (await shape()).width).toBeGreaterThan(first.width * 1.9);
    await page.keyboard.press('r');
    await expect.poll(async () => (await shape()).across).toBe(false);
    // All of it is reachable by scrolling.
    const place = page.getByRole('group', { name: 'Page image of Page image' });
    await place.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const [box, seen] = [(await place.boundingBox())!, (await image.boundingBox())!];
    expect(Math.abs(seen.y + seen.height - (box.y + box.height))).toBeLessThan(3);
    await checkPage(page);
    await page.keyboard.press('0');
    await expect.poll(shape).toEqual(first);
    await page.keyboard.press('-');
    expect(await shape()).toEqual(first);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog').getByText('rotate', { exact: true })).toBeVisible();
  },
);

test(
  'clinician saves the rotation of an image, undoes it, and the file stays as it was',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await page.goto(await chart(page));
    await page.getByRole('link', { name: 'Page image' }).click();
    const image = page.getByRole('img', { name: 'Page image' });
    const isUpright = async () => {
      // Null while a new address of the file is rendered.
      const shown = await image.boundingBox();
      return shown !== null && shown.height > shown.width;
    };
    const save = page.getByRole('button', { name: 'Save rotation' });
    await hydrated(page);
    await expect(save).toBeDisabled();
    await expect.poll(async () => (await image.boundingBox())?.width).toBeGreaterThan(300);
    await page.keyboard.press('r');
    await save.click();
    const toast = page.getByRole('region', { name: 'Latest action' });
    await expect(toast).toContainText('Rotation saved. The file is unchanged.');
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Rotation: from 0° → to 90°');
    await expect(save).toBeDisabled();
    await page.reload();
    await expect.poll(isUpright).toBe(true);
    // Fitted by the style sheet alone, before any measurement.
    const box = (await page.getByRole('group', { name: 'Page image of Page image' }).boundingBox())!;
    const seen = (await image.boundingBox())!;
    expect(seen.x).toBeGreaterThanOrEqual(box.x - 1);
    expect(seen.x + seen.width).toBeLessThanOrEqual(box.x + box.width + 1);
    expect(seen.height).toBeLessThanOrEqual(box.height + 1);
    await checkPage(page);
    await hydrated(page);
    const bytes = await image.evaluate(async (shown) => {
      const response = await fetch((shown as HTMLImageElement).src);
      return new Uint8Array(await response.arrayBuffer()).length;
    });
    expect(bytes).toBe(Buffer.from(await picture(page), 'base64').length);

    await page.keyboard.press('r');
    await save.click();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toast).toContainText('The previous rotation is saved.');
    await expect.poll(isUpright).toBe(true);
    await expect(save).toBeDisabled();
  },
);

test('document viewer renews an expired signed URL', { tag: '@nightly' }, async ({ page }) => {
  await page.clock.install();
  await actAs(page, 'viewer');
  await page.goto(await chart(page));
  await page.getByRole('link', { name: 'Old letter' }).click();
  const link = page.getByRole('link', { name: 'Download' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('documents.getDocument')) asked.push(request.url());
  });
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.url()).toMatch(/\/content\/[\w-]+\?download=1$/);
    expect(download.suggestedFilename()).toBe('old.rtf');
  };
  await save();
  expect(asked).toHaveLength(0);
  await page.clock.fastForward('04:30');
  await save();
  expect(asked).toHaveLength(1);
});

test('each line of a text document has its own direction', { tag: '@nightly' }, async ({ page }) => {
  const { id } = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
    name: { family: 'Directed', given: ['Lines'] },
    birth_date: '1950-01-02',
    sex: 'female',
    duplicate_reason: 'different_person',
  });
  const data = Buffer.from('تقرير المختبر\n<5 mg/L CRP!').toString('base64');
  const document = await api<{ id: string }>('/v1/documents', {
    patient_id: id,
    content: { data, file_name: 'crp.txt' },
  });
  await actAs(page, 'clinician');
  await page.goto(`${url()}/patients/${id}/documents/${document.id}`);
  const text = page.getByRole('region', { name: 'Text of the document' });
  await expect(text).toContainText('CRP');
  const order = await text.evaluate((box) => {
    const node = window.document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode()!;
    const left = (letter: string) => {
      const range = window.document.createRange();
      const at = node.textContent!.indexOf(letter);
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return ['!', 'C', 'm', '5', '<'].toSorted((a, b) => left(a) - left(b)).join('');
  });
  expect(order).toBe('<5mC!');
});
