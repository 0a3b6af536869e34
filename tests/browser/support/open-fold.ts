import type { Page } from '@playwright/test';

/** Opens a folded section or part of a page by its title, unless it is open. */
export async function openFold(page: Page, title: string): Promise<void> {
  const summary = page.locator('summary', { hasText: title }).first();
  if (await summary.evaluate((shown) => shown.matches('[open] > summary'))) return;
  await summary.click();
}
