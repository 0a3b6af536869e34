import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { isFull } from '../../support/test-size';

/** Accessibility of the current page, by axe. */

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look extends Window {
  axe: typeof Axe;
}

/** The inputs of contrasts that this worker found sufficient. */
const checked = new Set<string>();

/**
 * Every rule over the whole page. Contrast takes two thirds of the time: the same colors over the same backgrounds are
 * checked once per worker. With `afresh`, as in the nightly run, nothing checked before counts.
 */
export async function checkAccessibility(page: Page, where: string, afresh = isFull): Promise<void> {
  // Half a megabyte, so it is sent once per document instead of once per check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  if (afresh) checked.clear();
  const { found, signs } = await page.evaluate(look, { tags: TAGS, checked: [...checked] });
  expect(found, `axe ${where}`).toEqual([]);
  for (const sign of signs) checked.add(sign);
}

/** The contrast of all text alone. */
export async function checkContrast(page: Page, where: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const { found, signs } = await page.evaluate(look, { tags: [], checked: [...checked] });
  expect(found, `contrast ${where}`).toEqual([]);
  for (const sign of signs) checked.add(sign);
}

/** In the page only; the browser's PDF viewer is not checked. */
async function look({
  tags,
  checked,
}: {
  tags: string[];
  checked: string[];
}): Promise<{ found: string[]; signs: string[] }> {
  const { axe } = window as unknown as Look;
  // Passed rules are not reported.
  axe.configure({ noHtml: true });
  const options = { resultTypes: ['violations'], selectors: false, elementRef: true } as Axe.RunOptions;

  const PLAIN = 'rgba(0, 0, 0, 0),none,1,none,normal,static,none';
  const known = new Set(checked);
  const signs = new Set<string>();
  const unknown: { box: Element; sign: string }[] = [];
  const grounds = new Map<Element, string>();
  const groundOf = (box: Element): string => {
    const known = grounds.get(box);
    if (known !== undefined) return known;
    const style = getComputedStyle(box);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, transform } = style;
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, transform].join();
    const above = box.parentElement ? groundOf(box.parentElement) : '';
    const all = own === PLAIN ? above : `${above} ${own}`;
    grounds.set(box, all);
    return all;
  };
  for (const box of document.body.querySelectorAll('*')) {
    const hasText = [...box.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.trim() !== '');
    if (!(hasText || box.matches('input, select, textarea')) || !box.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow, visibility, clip, clipPath } = getComputedStyle(box);
    const facts = [color, fontSize, fontWeight, textShadow, visibility, clip, clipPath, groundOf(box)];
    const sign = facts.join();
    signs.add(sign);
    if (!known.has(sign)) unknown.push({ box, sign });
  }
  const whole = { exclude: [['iframe']] };
  const rules = { 'color-contrast': { enabled: false } };
  const found: string[] = [];
  const run = async (context: Axe.ElementContext, how: Axe.RunOptions) => {
    for (const { id, nodes } of (await axe.run(context, how)).violations)
      found.push(`${id}: ${nodes.map(({ element }) => element?.outerHTML.slice(0, 300)).join(' | ')}`);
  };
  if (tags.length > 0) await run(whole, { ...options, runOnly: { type: 'tag', values: tags }, rules });
  // The page may have rendered again meanwhile: what is gone is checked next time.
  const left = unknown.filter(({ box }) => box.isConnected);
  for (const { box, sign } of unknown) if (!box.isConnected) signs.delete(sign);
  if (left.length > 0)
    await run({ include: left.map(({ box }) => box) }, { ...options, runOnly: ['color-contrast'] });
  return { found, signs: [...signs] };
}
