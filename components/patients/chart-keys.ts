/** Identifies what a page shows of the orders and documents of a patient, to notice others. */
import type { Document } from '@/server/domain/documents/contract';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { idOf } from '../results/report-keys';

type Rows<T extends { id: string; version: number }> = { data: readonly T[] };

/** A new state is another key. */
export const keysOfOrders = ({ data }: Rows<Pick<LabOrder, 'id' | 'version' | 'transmission'>>): string[] =>
  data.map(({ id, version, transmission }) => `${id} ${version} ${transmission.status}`);

export const keysOfDocuments = ({ data }: Rows<Pick<Document, 'id' | 'version' | 'status'>>): string[] =>
  data.map(({ id, version, status }) => `${id} ${version} ${status}`);

/**
 * Rows that a page does not show yet.
 * @param isPart only those created after all rows of the page: an older one follows when a row leaves the list
 */
export function newIn(keys: readonly string[], page: readonly string[], isPart = false): string[] {
  const known = new Set(page.map(idOf));
  // IDs sort by creation time.
  const newest = [...known].toSorted().at(-1) ?? '';
  return keys.filter((key) => !known.has(idOf(key)) && (!isPart || idOf(key) > newest));
}
