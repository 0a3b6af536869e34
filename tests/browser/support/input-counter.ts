import type { Page } from '@playwright/test';

export interface InputActions {
  clicks: number;
  keys: number;
}

/** Counts clicks and keys of a user in the browser, over all pages. Modifier keys count with their letter. */
export async function counted(page: Page): Promise<() => InputActions> {
  const counts: InputActions = { clicks: 0, keys: 0 };
  await page.exposeFunction('reportAction', (kind: keyof InputActions) => counts[kind]++);
  const watch = () => {
    const { reportAction } = window as unknown as { reportAction: (kind: string) => void };
    // Enter on a link is a click without a pointer.
    addEventListener(
      'click',
      ({ isTrusted, detail }) => isTrusted && detail > 0 && reportAction('clicks'),
      true,
    );
    addEventListener(
      'keydown',
      ({ isTrusted, key }) =>
        isTrusted && !['Control', 'Shift', 'Meta', 'Alt'].includes(key) && reportAction('keys'),
      true,
    );
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return () => ({ ...counts });
}
