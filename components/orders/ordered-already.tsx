'use client';
/** Warns of an open order of the patient for the same test. It never prevents another one. */
import { useFormat } from '#format';
import { useQuery } from '@tanstack/react-query';
import { OPEN_STATUSES, orderStateWord } from '@/server/domain/lab-orders/rules';
import { trpc } from '../client/query-client';
import { agoWords } from '../format/relative';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';

const STALE_MS = 5 * 60_000;

/** One request for all tests of the form, because each is an entry in the access log of the patient. */
const useNewestOpen = (patientId: string, testId: string) =>
  useQuery({
    ...trpc.labOrders.listLabOrders.queryOptions({
      patient_id: patientId,
      status: OPEN_STATUSES,
      limit: 100,
    }),
    select: ({ data }) => data.find(({ items }) => items.some((item) => item.test_id === testId)),
    staleTime: STALE_MS,
    // The next form asks again: it may be for the same test.
    gcTime: 0,
  });

interface OrderedAlreadyProps {
  patientId: string;
  testId: string;
}

export function OrderedAlready({ patientId, testId }: OrderedAlreadyProps) {
  const format = useFormat();
  const { data: order, isError, dataUpdatedAt } = useNewestOpen(patientId, testId);
  if (!order && !isError) return null;
  return (
    <p className="mt-1 flex items-start gap-2 font-semibold">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      {order ? (
        <span>
          Already ordered {agoWords(order.created_at, dataUpdatedAt)}: {format.instant(order.created_at)},
          order <TextLink href={`/patients/${patientId}/orders/${order.id}`}>{order.order_number}</TextLink>.{' '}
          {orderStateWord(order.status, order.transmission.status)}.
        </span>
      ) : (
        <span>Could not check for an existing order.</span>
      )}
    </p>
  );
}

export function OrderedAlreadyMark({ patientId, testId }: OrderedAlreadyProps) {
  const { data: order } = useNewestOpen(patientId, testId);
  return order ? ' (already ordered)' : null;
}
