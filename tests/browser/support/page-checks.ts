import { expect, type Page } from '@playwright/test';
import { isFull } from '../../support/test-size';
import { checkAccessibility } from './accessibility';

/** Checks that apply to every page in every state, for every user. */

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** 1280 px at 400 % (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

/** Pages that this worker has checked, without and with a dialog. */
const checkedPages = new Set<string>();

/**
 * Accessibility, no sideways scroll, no foreign date shape; in the suite once for each page and worker.
 * @param onPhone accessibility at the width of a phone as well: for every page in the nightly run
 */
export async function checkPage(page: Page, onPhone = isFull): Promise<void> {
  await page.setViewportSize(DESKTOP);
  if (!onPhone && (await isChecked(page))) return;
  // Links that the top bar covers halfway are too small for axe.
  await page.evaluate(() => window.scrollTo(0, 0));
  // While its data is reloaded a page has no title for a moment.
  await expect(page).toHaveTitle(/\S/);
  await checkAccessibility(page, 'at 1280', onPhone);
  if (onPhone) {
    await page.setViewportSize(PHONE);
    await checkAccessibility(page, 'at 390', false);
    await page.setViewportSize(DESKTOP);
  }
  await checkLayout(page);
}

async function isChecked(page: Page): Promise<boolean> {
  const place = new URL(page.url()).pathname.replace(/[a-z]+_[0-9a-z]{26}/g, 'id');
  const state = `${place} ${await page.locator('dialog[open]').count()}`;
  const isKnown = checkedPages.has(state);
  checkedPages.add(state);
  return isKnown;
}

/** No sideways scroll, no cut text, no foreign date shape. */
async function checkLayout(page: Page): Promise<void> {
  expect(foreignDates(await visibleText(page)), 'dates of another shape').toEqual([]);
  expect(await strayText(page), 'text for screen readers that lengthens the page').toEqual([]);
  await page.setViewportSize(NARROWEST);
  expect(await sidewaysScroll(page), 'wider than 320 px').toEqual([]);
  await page.evaluate(spaceText, true);
  expect(await sidewaysScroll(page), 'wider than 320 px with spaced text').toEqual([]);
  expect(await cutText(page), 'cut off with spaced text').toEqual([]);
  await page.evaluate(spaceText, false);
  await page.setViewportSize(DESKTOP);
}

/** Browsers delay the first paint until the last element: while a page loads, late content moves earlier content. */
export async function checkPaintedWhole(page: Page): Promise<void> {
  const waited = page.locator('head > link[rel="expect"][blocking="render"]');
  await expect(page.locator(`template${(await waited.getAttribute('href'))!}`)).toBeAttached();
}

/** Whether leaving the page asks the user. */
export const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Elements that exceed the page; hiding the overflow would only cut content off. */
function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const hides = [root, document.body].filter((box) => getComputedStyle(box).overflowX !== 'visible');
    if (hides.length > 0) return ['the page hides what is too wide'];
    if (root.scrollWidth <= root.clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (box) => box.getBoundingClientRect().right > root.clientWidth + 1,
    );
    return [`${root.scrollWidth} px`, ...wide.map((box) => box.outerHTML.slice(0, 120))];
  });
}

/** Text for screen readers that does not scroll with its box: it lengthens the box around it, which is then empty. */
function strayText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('.sr-only')]
      .filter((text) => {
        let box = text.parentElement;
        while (box && !/auto|scroll/.test(getComputedStyle(box).overflow)) box = box.parentElement;
        return text.offsetParent !== null && box !== null && !box.contains(text.offsetParent);
      })
      .map((text) => text.parentElement!.outerHTML.slice(0, 160)),
  );
}

/** Text spacing as users set it (WCAG 1.4.12). */
function spaceText(on: boolean): void {
  const sheets = document.adoptedStyleSheets;
  if (!on) {
    document.adoptedStyleSheets = sheets.slice(0, -1);
    return;
  }
  const spaced = new CSSStyleSheet();
  spaced.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }
  `);
  document.adoptedStyleSheets = [...sheets, spaced];
}

/** Boxes that hide part of their text; scrolling boxes do not. */
function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((box) => {
        if (!box.checkVisibility() || box.closest('.sr-only, svg, input, select, option, iframe'))
          return false;
        const { overflowX, overflowY, position } = getComputedStyle(box);
        if (position === 'absolute' && box.clientWidth <= 1) return false;
        const hides = (way: string) => way === 'hidden' || way === 'clip';
        return (
          (hides(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
          (hides(overflowY) && box.scrollHeight > box.clientHeight + 1)
        );
      })
      .map((box) => box.outerHTML.slice(0, 160)),
  );
}

/** Visible text: without code, screen-reader text and collapsed content. */
function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const unseen = 'pre, code, script, style, noscript, iframe, .sr-only';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement!;
      if (!parent.closest(unseen) && parent.checkVisibility())
        texts.push(walker.currentNode.textContent ?? '');
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]'))
      texts.push(field.placeholder);
    return texts.join('\n');
  });
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const OURS =
  /(?:\b\d{2}-|(?<![\d-]))(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{4}\b|\b[0-2]\d:[0-5]\d(?::[0-5]\d)?(?!\d|\s?[aApP]\.?[mM])/g;
const FOREIGN = new RegExp(
  [
    '\\b\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}', // 2026-11-05
    '\\b\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}\\b', // 11/5/2026, 05.11.26
    `\\b\\d{1,2}(?:st|nd|rd|th)?[ .-]{1,2}${MONTH}`, // 5 November, 5th Nov, 14-jul
    `\\b${MONTH} \\d{1,4}\\b`, // Nov 5, November 2026
    '\\b\\d{1,2}:[0-5]\\d\\b', // 9:05
    '\\b\\d{1,2}(?::\\d{2}){0,2}\\s?[ap]\\.?m\\b', // 2 pm, but not the end of an ID
    '(?<=[·\\d]\\s?)(?:GMT|UTC)', // after a time, so not the setting of a time zone
  ].join('|'),
  'gi',
);

/** Everything that looks like a date or time and is not `05-Nov-2026` or `14:07`. */
export function foreignDates(text: string): string[] {
  return text.replace(OURS, '·').match(FOREIGN) ?? [];
}

/** Every script tag carries the nonce of the page's policy, and the page is not cached. */
export function checkAnswer(headers: Readonly<Record<string, string>>, html: string): void {
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
  expect(nonce, 'nonce of the policy').toMatch(/^[\w+/]{20,}=*$/);
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers['cache-control']).toMatch(/^private,.*\bno-store\b/);
  const scripts = html.match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
}

export interface PatientRecord {
  id: string;
  mrn: string;
  name: { family: string; given: string[]; prefix: string | null };
  birth_date: string;
  sex: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The banner shows the data of the record, formatted here: the portal's formatting is not trusted. */
export async function checkBanner(
  page: Page,
  { id, mrn, name, birth_date, sex }: PatientRecord,
): Promise<void> {
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner).toHaveCount(1);
  await expect(banner).toHaveAttribute('data-patient', id);
  await expect(banner).toBeInViewport();
  const title = name.prefix ? ` (${name.prefix})` : '';
  await expect(banner.locator('p')).toHaveText(
    `${name.family.toUpperCase()}, ${name.given.join(' ')}${title}`,
  );
  const [year, month, day] = birth_date.split('-');
  await expect(fact(page, 'Born')).toHaveText(
    new RegExp(`^${day}-${MONTHS[Number(month) - 1]}-${year} \\(\\d+[ymd]\\)$`),
  );
  const words: Record<string, string> = {
    female: 'Female',
    male: 'Male',
    other: 'Other',
    unknown: 'Not known',
  };
  await expect(fact(page, 'Sex')).toHaveText(words[sex]!);
  await expect(fact(page, 'MRN')).toHaveText(mrn);
}

const fact = (page: Page, label: string) =>
  page
    .locator('.patient-banner dl:first-of-type > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

export async function checkNoBanner(page: Page): Promise<void> {
  await expect(page.locator('[data-patient]')).toHaveCount(0);
}

/** A small grayscale picture, row by row: what is visible without color. */
export function greysOf(page: Page, png: Buffer): Promise<number[]> {
  return page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 20;
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, 20, 20);
      const grey = (at: number) => 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
      return Array.from({ length: 400 }, (_unused, pixel) => grey(pixel * 4));
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}

/** Pixels that differ visibly. */
export const differing = (a: readonly number[], b: readonly number[]): number =>
  a.filter((grey, at) => Math.abs(grey - b[at]!) > 60).length;
