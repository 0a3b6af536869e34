/** The open orders on the summary of a chart: overdue ones first, however many others are newer. */
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { OPEN_STATUSES } from '@/server/domain/lab-orders/rules';

const MOST = 8;

interface Input {
  patient_id: string;
  status: typeof OPEN_STATUSES;
  limit: number;
  overdue: 'true' | 'false';
}

/** @param list reads orders, on the server or in the browser */
export async function readOpenOrders(
  list: (input: Input) => Promise<{ data: LabOrder[]; has_more: boolean }>,
  patient_id: string,
): Promise<{ data: LabOrder[]; has_more: boolean }> {
  const about = { patient_id, status: OPEN_STATUSES, limit: MOST };
  const [late, others] = await Promise.all([
    list({ ...about, overdue: 'true' }),
    list({ ...about, overdue: 'false' }),
  ]);
  const data = [...late.data, ...others.data];
  return { data: data.slice(0, MOST), has_more: data.length > MOST || late.has_more || others.has_more };
}
