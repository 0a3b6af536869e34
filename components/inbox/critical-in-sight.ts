/** What a signing panel that stays in sight must not cover. */

export const isStuck = (panel: Element): boolean => getComputedStyle(panel).position === 'sticky';

/** A panel that has grown over the first critical value moves the page until the value stands above it. */
export function uncoverCritical(panel: Element): void {
  const value = document.querySelector('[data-critical-values] li');
  if (!value || !isStuck(panel)) return;
  const covered = value.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
  if (covered > 0) window.scrollBy({ top: covered + 8, behavior: 'instant' });
}
