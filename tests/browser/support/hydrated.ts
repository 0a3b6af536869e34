import type { Page } from '@playwright/test';
import { url } from './portal';

/**
 * Resolves when React has hydrated every control: earlier clicks and input can be lost. React marks its elements;
 * there is no public API.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('a, button, form, input, select, textarea')];
    const isTaken = (control: Element) => Object.keys(control).some((key) => key.startsWith('__reactProps$'));
    return document.readyState === 'complete' && controls.length > 0 && controls.every(isTaken);
  });
  // Effects run in the task after that.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      }),
  );
}

/** Opens a page and waits until it is interactive. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(`${url()}${path}`);
  await hydrated(page);
}
