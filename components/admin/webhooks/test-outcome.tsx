'use client';
/** The outcome of a test event, polled until the first attempt. */
import { useQuery } from '@tanstack/react-query';
import type { DeliveryPath } from '@/server/domain/webhooks/contract';
import { trpc } from '../../client/query-client';
import { Notice } from '../../ui/notice';
import { causeOf, withheldResponse } from './health';
import { ASK_AFTER_MS, lastAttempt, NO_ATTEMPT_YET } from './test-event';

async function firstOutcome(path: DeliveryPath) {
  const last = await lastAttempt(path);
  if (!last) throw new Error('Not attempted yet');
  return last;
}

interface TestOutcomeProps {
  webhookId: string;
  deliveryId: string;
}

export function TestOutcome({ webhookId, deliveryId }: TestOutcomeProps) {
  const path = { id: webhookId, delivery_id: deliveryId };
  const { data: tried, isError } = useQuery({
    queryKey: [...trpc.webhooks.getDelivery.queryKey(path), 'last attempt'],
    queryFn: () => firstOutcome(path),
    retry: ASK_AFTER_MS.length,
    retryDelay: (failures) => ASK_AFTER_MS[failures]!,
  });

  if (!tried)
    return (
      <p role="status" className="mb-6">
        {isError ? NO_ATTEMPT_YET : 'Sending a test event…'}
      </p>
    );
  return (
    <Notice
      kind={tried.error ? 'problem' : 'success'}
      word={tried.error ? '' : 'Test delivered'}
      className="mb-6 max-w-3xl"
      live
    >
      {tried.error
        ? `Test event failed: ${causeOf(tried)}. Check that the URL is reachable, then test again.`
        : `${causeOf(tried)}, after ${tried.duration_ms} ms.`}
      {tried.response_excerpt ? (
        <pre
          role="group"
          tabIndex={0}
          aria-label="Response"
          className="mt-2 max-w-full overflow-x-auto font-mono text-sm wrap-anywhere whitespace-pre-wrap"
        >
          {tried.response_excerpt}
        </pre>
      ) : null}
      {withheldResponse(tried) ? <p className="mt-2 text-sm">{withheldResponse(tried)}</p> : null}
    </Notice>
  );
}
