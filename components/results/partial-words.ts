/** What has come of a report that is not complete, the same words in each place. */

export const waitingWords = (pending: readonly string[]): string =>
  pending.length > 0 ? `, waiting for ${pending.join(', ')}` : '';

/** "Partial 3 of 5, waiting for TSH, B12". A panel of which a part has come is among those that are waited for. */
export function partialWords(panels: readonly string[], pending: readonly string[]): string {
  const done = panels.filter((name) => !pending.includes(name)).length;
  const total = new Set([...panels, ...pending]).size;
  return `Partial ${done} of ${total}${waitingWords(pending)}`;
}
