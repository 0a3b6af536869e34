import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

/** Accessibility of the page as it stands, by axe. */

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look extends Window {
  axe: typeof Axe;
  /** By element with text: the inputs of its contrast at the last check. */
  judged?: Map<Element, string>;
}

/**
 * Every rule over the whole page. Contrast takes two thirds of the time: with `again`, it is checked only where the
 * previous run did not check the same text, in the same colors, over the same backgrounds.
 */
export async function checkAccessibility(page: Page, where: string, again = false): Promise<void> {
  // Half a megabyte for each look, were it sent again: once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const found = await page.evaluate(look, { tags: TAGS, again });
  expect(found, `axe ${where}`).toEqual([]);
}

/** In the page only; the browser's PDF viewer is not checked. */
async function look({ tags, again }: { tags: string[]; again: boolean }): Promise<string[]> {
  const { axe, judged: before } = window as unknown as Look;
  // What passes is not written out.
  axe.configure({ noHtml: true });
  const options = { resultTypes: ['violations'], selectors: false, elementRef: true } as Axe.RunOptions;

  const grounds = new Map<Element, string>();
  const groundOf = (box: Element): string => {
    const known = grounds.get(box);
    if (known !== undefined) return known;
    const style = getComputedStyle(box);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, transform } = style;
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, transform].join();
    const all = box.parentElement ? `${groundOf(box.parentElement)} ${own}` : own;
    grounds.set(box, all);
    return all;
  };
  const judged = new Map<Element, string>();
  for (const box of document.body.querySelectorAll('*')) {
    const hasText = [...box.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.trim() !== '');
    if (!(hasText || box.matches('input, select, textarea')) || !box.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow, visibility, clip, clipPath } = getComputedStyle(box);
    judged.set(
      box,
      [color, fontSize, fontWeight, textShadow, visibility, clip, clipPath, groundOf(box)].join(),
    );
  }
  (window as unknown as Look).judged = judged;

  const runs: [Axe.ElementContext, Axe.RunOptions][] = [];
  const whole = { exclude: [['iframe']] };
  const runOnly = { type: 'tag' as const, values: tags };
  if (again && before) {
    runs.push([whole, { ...options, runOnly, rules: { 'color-contrast': { enabled: false } } }]);
    const changed = [...judged].filter(([box, sign]) => before.get(box) !== sign).map(([box]) => box);
    if (changed.length > 0)
      runs.push([{ include: changed as Node[] }, { ...options, runOnly: ['color-contrast'] }]);
  } else runs.push([whole, { ...options, runOnly }]);

  const found: string[] = [];
  for (const [context, how] of runs)
    for (const { id, nodes } of (await axe.run(context, how)).violations)
      found.push(`${id}: ${nodes.map(({ element }) => element?.outerHTML.slice(0, 300)).join(' | ')}`);
  return found;
}
