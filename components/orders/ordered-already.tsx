'use client';
/** Shows an open order or a recent result of the patient that measures the same. It never prevents another one. */
import { useFormat } from '#format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { chartCode } from '@/server/domain/changes/rules';
import { orderStateWord } from '@/server/domain/lab-orders/rules';
import { hearChanges } from '../client/changes';
import { trpc } from '../client/query-client';
import { isolate } from '../format/isolate';
import { list } from '../format/lists';
import { agoWords } from '../format/relative';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { orderedAlready } from './included-in';

/** Between two tests of the form. */
const STALE_MS = 60_000;

/** One request for all tests of the form, because each is an entry in the access log of the patient. */
const openTests = (patientId: string) => ({
  ...trpc.labOrders.listOpenTests.queryOptions({ patient_id: patientId }),
  staleTime: STALE_MS,
  refetchOnWindowFocus: 'always' as const,
  refetchOnReconnect: 'always' as const,
});

const useOrdered = (patientId: string, test: CatalogTest) =>
  useQuery({ ...openTests(patientId), select: ({ data }) => orderedAlready(test, data) });

/** Checks again when orders of the patient change, and as the order is placed, but not for the placed order. */
export function useOrderCheck(patientId: string) {
  const client = useQueryClient();
  const { queryKey, ...options } = openTests(patientId);
  const code = chartCode(patientId);
  const isPlacing = useRef(false);
  useEffect(
    () =>
      hearChanges(({ order_charts: charts, everything, position }) => {
        if (isPlacing.current) return;
        if (charts.includes(code) || (everything && position)) void client.invalidateQueries({ queryKey });
      }),
    // The key is equal for one patient.
    // oxlint-disable-next-line react/exhaustive-deps
    [client, code],
  );
  return {
    /** The form is left after a success. */
    async whilePlacing<T>(place: () => Promise<T>): Promise<T> {
      isPlacing.current = true;
      try {
        const placed = await place();
        // For the next form.
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
        return placed;
      } catch (thrown) {
        isPlacing.current = false;
        void client.invalidateQueries({ queryKey });
        throw thrown;
      }
    },
    /** Those that were ordered since the user could see it. An order is not prevented if the check fails. */
    async orderedMeanwhile(tests: readonly CatalogTest[]): Promise<CatalogTest[]> {
      const seen = client.getQueryData(queryKey)?.data ?? [];
      const found = await client
        .fetchQuery({ ...options, queryKey, staleTime: 0 })
        .catch(() => ({ data: seen }));
      return tests.filter((test) => {
        const order = orderedAlready(test, found.data)?.order;
        return order && orderedAlready(test, seen)?.order.order_id !== order.order_id;
      });
    },
  };
}

interface OrderedAlreadyProps {
  patientId: string;
  test: CatalogTest;
}

/** The test measures the same as another one with this name, if that is not the test itself. */
function Overlap({ panel, included }: { panel?: string; included?: string[] }) {
  return (
    <>
      {panel === undefined ? null : (
        <>
          Included in <bdi>{panel}</bdi>.{' '}
        </>
      )}
      {included === undefined ? null : (
        <>
          Includes <bdi>{list(included)}</bdi>.{' '}
        </>
      )}
    </>
  );
}

/** The test has a recent result: information, while an open order is a warning. */
function Resulted({ patientId, test }: OrderedAlreadyProps) {
  const format = useFormat();
  const { data: found } = useQuery({
    ...openTests(patientId),
    select: ({ resulted }) => orderedAlready(test, resulted),
  });
  if (!found) return null;
  const { order, ...overlap } = found;
  const [report, ...others] = order.result_ids;
  const place = report && others.length === 0 ? `results/${report}` : `orders/${order.order_id}`;
  return (
    <p className="mt-1 flex items-start gap-2">
      <Icon name="info" className="mt-1 size-4 shrink-0" />
      <span>
        <Overlap {...overlap} />
        <TextLink href={`/patients/${patientId}/${place}`}>
          Resulted {format.instant(order.resulted_at)}
        </TextLink>
      </span>
    </p>
  );
}

export function OrderedAlready({ patientId, test }: OrderedAlreadyProps) {
  const format = useFormat();
  const { data: found, dataUpdatedAt } = useOrdered(patientId, test);
  if (!found) return <Resulted patientId={patientId} test={test} />;
  return (
    <p className="mt-1 flex items-start gap-2 font-semibold">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      <span>
        <Overlap {...found} />
        Already ordered {agoWords(found.order.created_at, dataUpdatedAt)}:{' '}
        {format.instant(found.order.created_at)}, order{' '}
        <TextLink href={`/patients/${patientId}/orders/${found.order.order_id}`}>
          {found.order.order_number}
        </TextLink>
        . {orderStateWord(found.order.status, found.order.transmission)}.
      </span>
    </p>
  );
}

/** Orders found before the failure are displayed at each test. */
export function UncheckedOrders({ patientId }: { patientId: string }) {
  const { isError } = useQuery(openTests(patientId));
  if (!isError) return null;
  return (
    <p className="mb-2 flex items-start gap-2 font-semibold">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      Could not check for existing orders.
    </p>
  );
}

/** One line, so that the button below does not move under the pointer when the answer arrives. */
const LINE = 'block md:min-h-lh';

/** How the order reaches the laboratory, above the button that places it. */
export function Transmitted({
  patientId,
  lab,
  isRoutine,
}: {
  patientId: string;
  lab: CatalogTest['lab'];
  isRoutine: boolean;
}) {
  const format = useFormat();
  const { data: sending, isError } = useQuery({
    ...openTests(patientId),
    select: ({ connected_labs: connected }) => connected.find(({ id }) => id === lab.id) ?? 'none',
  });
  if (sending === 'none')
    return <span className={`${LINE} text-ink`}>Not sent electronically. Print the requisition.</span>;
  if (sending?.paused)
    return (
      <strong className="block text-ink">
        Sending to {isolate(lab.name)} is paused.{' '}
        {isRoutine
          ? 'The order is sent when sending resumes.'
          : 'Call the laboratory, or print the requisition.'}
      </strong>
    );
  if (sending?.failing_since)
    return (
      <strong className="block text-ink">
        Sending to {isolate(lab.name)} has failed since {format.instant(sending.failing_since)}. It is retried
        automatically.
      </strong>
    );
  if (isError) return null;
  return <span className={`${LINE} max-md:hidden`}>{sending ? 'Will be sent electronically.' : null}</span>;
}

export function OrderedAlreadyMark({ patientId, test }: OrderedAlreadyProps) {
  const { data: found } = useOrdered(patientId, test);
  return found ? ' (already ordered)' : null;
}

/** Of all tests, where there is no room for a mark next to each. */
export function OrderedAlreadyCount({
  patientId,
  tests,
}: {
  patientId: string;
  tests: readonly CatalogTest[];
}) {
  const { data: found = 0 } = useQuery({
    ...openTests(patientId),
    select: ({ data }) => tests.filter((test) => orderedAlready(test, data)).length,
  });
  if (found === 0) return null;
  return found === tests.length ? ' (already ordered)' : ` (${found} already ordered)`;
}
