import type { ReadPanel, StoredPanelHead } from './report';

/**
 * Which panel of a message is which panel that we have: the code of the test and the laboratory's number. The same test
 * twice under two numbers (a curve, a second sample) is two panels. A number that one side lacks says nothing.
 */
export function pairPanels<Stored extends { head: StoredPanelHead }>(
  stored: readonly Stored[],
  incoming: readonly ReadPanel[],
): Map<Stored, ReadPanel> {
  const pairs = new Map<Stored, ReadPanel>();
  const left = new Set(incoming);
  const pair = (fits: (known: StoredPanelHead, sent: StoredPanelHead) => boolean) => {
    for (const panel of stored) {
      if (pairs.has(panel)) continue;
      const found = [...left].find(({ head }) => head.code === panel.head.code && fits(panel.head, head));
      if (!found) continue;
      pairs.set(panel, found);
      left.delete(found);
    }
  };
  const numberOf = (head: StoredPanelHead) => head.filler_number ?? null;
  pair((known, sent) => numberOf(known) === numberOf(sent));
  pair((known, sent) => numberOf(known) === null || numberOf(sent) === null);
  return pairs;
}

/**
 * Whether a panel was made before the one that we have. What times cannot tell apart is in order of arrival, and a
 * message that is read again never overtakes a later one.
 * @param known `at`: when what we have was made
 */
export function isOlder(
  known: Pick<StoredPanelHead, 'arrival'> & { at: string | null },
  sent: { at: string | null; until: string | null; arrival: number | null },
): boolean {
  if (known.at !== null && sent.until !== null && sent.until < known.at) return true;
  if (known.at !== null && sent.at !== null && sent.at > known.at) return false;
  return sent.arrival !== null && known.arrival != null && sent.arrival < known.arrival;
}
