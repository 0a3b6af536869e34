import { expect, type Locator, type Page } from '@playwright/test';

/**
 * A keyboard user. At each Tab stop the focus must be visible (as many pixels as the outline has must change their
 * contrast by 3:1 or more, WCAG 2.4.13) and not obscured (2.4.11).
 */
export interface Keyboard {
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab until it has the focus. */
  to(place: Locator): Promise<void>;
  /** Focuses it with Tab and presses Enter (or another key). */
  use(place: Locator, key?: string): Promise<void>;
  write(place: Locator, text: string): Promise<void>;
  /** @returns the counts, and every stop with an invisible or obscured focus */
  tally(): { keys: number; stops: number; faults: string[] };
}

const MOST_TABS = 250;
const SEEN_CONTRAST = 3;

export function keyboardOf(page: Page): Keyboard {
  const tally = { keys: 0, stops: 0, faults: [] as string[] };
  const checked = new Set<string>();
  const press = async (key: string) => {
    tally.keys++;
    await page.keyboard.press(key);
  };
  async function check() {
    const stop = await page.evaluate(stopOf);
    if (!stop) return;
    tally.stops++;
    // The same stop of the same page is checked once.
    const where = `${new URL(page.url()).pathname.replace(/_[0-9a-z]{8,}/g, '')} ${stop.name}`;
    if (checked.has(where)) return;
    checked.add(where);
    if (stop.covered) tally.faults.push(`covered by ${stop.covered}: ${where}`);
    const seen = await changedPixels(page, stop.clip);
    if (seen < stop.outline) tally.faults.push(`focus not seen (${seen} of ${stop.outline} px): ${where}`);
  }
  async function to(place: Locator) {
    await expect(place).toBeVisible();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await place.evaluate((box) => box === document.activeElement)) return;
      await press('Tab');
      await check();
    }
    throw new Error(`${MOST_TABS} times Tab did not reach ${place.toString()}`);
  }
  return {
    press,
    to,
    async type(text) {
      tally.keys += text.length;
      await page.keyboard.type(text);
    },
    async use(place, key = 'Enter') {
      await to(place);
      await press(key);
    },
    async write(place, text) {
      await to(place);
      await press('Control+a');
      tally.keys += text.length;
      await page.keyboard.type(text);
    },
    tally: () => tally,
  };
}

/** Runs in the page: focus position, outline size, and what covers it. */
function stopOf() {
  const at = document.activeElement;
  if (!at || at === document.body || at.tagName === 'IFRAME') return null;
  const control = at as HTMLInputElement;
  // A control drawn by its label has its focus ring there.
  const drawn = at.getBoundingClientRect().width > 3 ? at : (control.labels?.[0] ?? at);
  const [wide, high] = [document.documentElement.clientWidth, window.innerHeight];
  const rects = [...drawn.getClientRects()].map((rect) => ({
    left: Math.max(rect.left, 0),
    top: Math.max(rect.top, 0),
    right: Math.min(rect.right, wide),
    bottom: Math.min(rect.bottom, high),
  }));
  const inView = rects.filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2);
  const text = (drawn.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
  const name = `${at.tagName.toLowerCase()} “${at.getAttribute('aria-label') ?? (text || at.id)}”`;
  if (inView.length === 0)
    return { name, covered: 'the edge of the window', outline: 0, clip: { x: 0, y: 0, width: 1, height: 1 } };
  let covered = '';
  for (const { left, right, top, bottom } of inView)
    for (const [x, y] of [
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const) {
      const hit = document.elementFromPoint(x, y);
      // A field leaves room for its own button, such as that of the calendar.
      const isOwnButton =
        at instanceof HTMLInputElement && hit?.closest('button')?.parentElement === at.parentElement;
      if (hit && !isOwnButton && !drawn.contains(hit) && !hit.contains(drawn))
        covered = `${hit.tagName.toLowerCase()}.${hit.className.toString().split(' ')[0]}`;
    }
  const x = Math.max(Math.min(...inView.map(({ left }) => left)) - 8, 0);
  const y = Math.max(Math.min(...inView.map(({ top }) => top)) - 8, 0);
  return {
    name,
    covered,
    outline: Math.round(Math.max(...inView.map((r) => r.right - r.left + (r.bottom - r.top)))),
    clip: {
      x,
      y,
      width: Math.min(Math.max(...inView.map(({ right }) => right)) + 8, wide) - x,
      height: Math.min(Math.max(...inView.map(({ bottom }) => bottom)) + 8, high) - y,
    },
  };
}

type Clip = { x: number; y: number; width: number; height: number };

/** Pixels caused by the focus: with and without the focus ring. */
async function changedPixels(page: Page, clip: Clip): Promise<number> {
  const shot = async () =>
    `data:image/png;base64,${(await page.screenshot({ clip, caret: 'hide' })).toString('base64')}`;
  const withRing = await shot();
  await page.evaluate(() => {
    const bare = new CSSStyleSheet();
    bare.replaceSync(
      '*, *::before, *::after { outline-color: transparent !important; box-shadow: none !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, bare];
  });
  const without = await shot();
  return page.evaluate(
    async ([one, other, least]) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
      const lights = async (source: string) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const part = (at: number) => {
          const share = data[at]! / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        };
        return Array.from(
          { length: canvas.width * canvas.height },
          (_unused, at) => 0.2126 * part(at * 4) + 0.7152 * part(at * 4 + 1) + 0.0722 * part(at * 4 + 2),
        );
      };
      const [a, b] = [await lights(one), await lights(other)];
      return a.filter((light, at) => {
        const [brighter, darker] = light > b[at]! ? [light, b[at]!] : [b[at]!, light];
        return (brighter + 0.05) / (darker + 0.05) >= least;
      }).length;
    },
    [withRing, without, SEEN_CONTRAST] as const,
  );
}
