import type { Page } from '@playwright/test';

export interface Acts {
  clicks: number;
  keys: number;
}

/** Counts clicks and keys of a user in the browser, over all pages. Modifier keys count with their letter. */
export async function counted(page: Page): Promise<() => Acts> {
  const acts: Acts = { clicks: 0, keys: 0 };
  await page.exposeFunction('tellAct', (kind: keyof Acts) => acts[kind]++);
  const watch = () => {
    const { tellAct } = window as unknown as { tellAct: (kind: string) => void };
    // Enter on a link is a click without a pointer.
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && tellAct('clicks'), true);
    addEventListener(
      'keydown',
      ({ isTrusted, key }) =>
        isTrusted && !['Control', 'Shift', 'Meta', 'Alt'].includes(key) && tellAct('keys'),
      true,
    );
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return () => ({ ...acts });
}
