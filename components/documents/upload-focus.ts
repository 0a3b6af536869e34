/** Where the focus moves in the list of uploads. */
import type { UploadLine } from './upload-line-state';

export const removeId = ({ key }: Pick<UploadLine, 'key'>): string => `remove-${key}`;

/** The first field with a problem. */
export const problemField = ({ key, category }: UploadLine): HTMLElement | null =>
  document.getElementById(`${category === '' ? 'kind' : 'date'}-${key}`);

/** Its reason, above the sticky bars. */
export function showFailed(line: UploadLine): void {
  const button = document.getElementById(removeId(line));
  button?.closest('li')?.scrollIntoView({ block: 'center' });
  button?.focus({ preventScroll: true });
}

/** Not beyond the edge, and not behind the sticky bars. */
export function isInView(element: HTMLElement | null): element is HTMLElement {
  if (!element) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
