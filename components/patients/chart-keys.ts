/** Identifies what a page shows of the orders and documents of a patient, to notice others. */
import type { Document } from '@/server/domain/documents/contract';
import type { LabOrder } from '@/server/domain/lab-orders/contract';

type Rows<T extends { id: string; version: number }> = { data: readonly T[] };

/** A new state is another key. */
export const keysOfOrders = ({ data }: Rows<Pick<LabOrder, 'id' | 'version' | 'transmission'>>): string[] =>
  data.map(({ id, version, transmission }) => `${id} ${version} ${transmission.status}`);

export const keysOfDocuments = ({ data }: Rows<Pick<Document, 'id' | 'version' | 'status'>>): string[] =>
  data.map(({ id, version, status }) => `${id} ${version} ${status}`);
