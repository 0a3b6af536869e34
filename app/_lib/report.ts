import { cache } from 'react';
import { contextOfSession } from '@/server/auth/portal-session';
import type { LabResult } from '@/server/domain/lab-results/contract';
import { inboxAlarm } from '@/server/domain/reviews/get-inbox-alarm';
import { errorFromThrown } from '@/server/errors/from-thrown';
import type { LineOrder } from '@/components/results/report';
import { hrefOf } from '@/components/ui/pager';
import { load } from './load';
import { getPageContext } from './page-context';
import { queryParam, type Query } from './query';

/** Counts of critical reports, shared by layout and page. Null for roles that neither sign nor file reports. */
export const getInboxAlarm = cache(async () => {
  const { session, requestId, mayFileReports } = await getPageContext();
  if (!mayFileReports) return null;
  // Not a procedure, which would log the error.
  const counting = inboxAlarm(contextOfSession(session, { requestId, ip: null })).catch((error: unknown) => {
    throw errorFromThrown(error, { request_id: requestId, action: 'inbox_alarm' });
  });
  return load(counting);
});

/** The name of the ordering clinician, or why it is missing; null if unknown. */
export async function getOrderer({ order_id }: { order_id: string | null }): Promise<string | null> {
  if (!order_id) return null;
  const { caller } = await getPageContext();
  const { value, error } = await load(caller.labOrders.getLabOrder({ id: order_id }));
  if (error && error.code !== 'not_found') return 'Could not be loaded';
  return value?.ordering_clinician?.name ?? null;
}

/** The data that the signing panel shows in addition to the report. */
export async function getSigningData({
  id,
  version,
  order_id,
}: Pick<LabResult, 'id' | 'version' | 'order_id'>) {
  const { caller } = await getPageContext();
  const [review, orderedBy, versions] = await Promise.all([
    caller.reviews.getReviewState({ id }),
    getOrderer({ order_id }),
    version > 1 ? load(caller.labResults.listResultVersions({ id })) : null,
  ]);
  return { review, orderedBy, versions: versions?.value?.data };
}

/** Order of the lines of a report in a chart: `order` of the query, otherwise by severity, and next to the original like it. */
export function lineOrder(query: Query, path: string): LineOrder {
  const { order: asked, ...rest } = {
    order: queryParam(query, 'order'),
    lines: queryParam(query, 'lines'),
    original: queryParam(query, 'original'),
  };
  const order =
    asked === 'laboratory' || asked === 'severity' ? asked : rest.original ? 'laboratory' : 'severity';
  return { order, other: hrefOf(path, { ...rest, order: order === 'severity' ? 'laboratory' : 'severity' }) };
}
