'use client';
/** Warns of an open order of the patient for the same test. It never prevents another one. */
import { useFormat } from '#format';
import { useQuery } from '@tanstack/react-query';
import { OPEN_STATUSES, orderStateWord } from '@/server/domain/lab-orders/rules';
import { trpc } from '../client/query-client';
import { agoWords } from '../format/relative';
import { Icon } from '../ui/icons';

/** All components that ask for the same test share one request. */
const useNewestOpen = (patientId: string, testId: string) =>
  useQuery(
    trpc.labOrders.listLabOrders.queryOptions({
      patient_id: patientId,
      test_id: testId,
      status: OPEN_STATUSES,
      limit: 1,
    }),
  );

interface OrderedAlreadyProps {
  patientId: string;
  testId: string;
}

export function OrderedAlready({ patientId, testId }: OrderedAlreadyProps) {
  const format = useFormat();
  const { data, isError, dataUpdatedAt } = useNewestOpen(patientId, testId);
  const order = data?.data[0];
  if (!order && !isError) return null;
  return (
    <p className="mt-1 flex items-start gap-2 font-semibold">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      {order ? (
        <span>
          Already ordered {agoWords(order.created_at, dataUpdatedAt)}: {format.instant(order.created_at)},
          order {order.order_number}. {orderStateWord(order.status, order.transmission.status)}.
        </span>
      ) : (
        <span>Could not check for an existing order.</span>
      )}
    </p>
  );
}

export function OrderedAlreadyMark({ patientId, testId }: OrderedAlreadyProps) {
  const { data } = useNewestOpen(patientId, testId);
  return data?.data.length ? ' (already ordered)' : null;
}
