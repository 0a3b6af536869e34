/** The sticky signing panel must not cover the critical values. */
import { isSticky } from '../ui/panel-height';

/** Scrolls until the first critical value is above the panel. */
export function keepCriticalVisible(panel: Element): void {
  const value = document.querySelector('[data-critical-values] li');
  if (!value || !isSticky(panel)) return;
  const covered = value.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
  if (covered > 0) window.scrollBy({ top: covered + 8, behavior: 'instant' });
}
