'use client';
/** The outcome of a test event, polled until the first attempt. */
import { useQuery } from '@tanstack/react-query';
import type { DeliveryPath } from '@/server/domain/webhooks/contract';
import { api } from '../../client/client';
import { trpc } from '../../client/query-client';
import { Notice } from '../../ui/notice';
import { causeOf, withheldResponse } from './health';

/** Together longer than an attempt may last. */
const ASK_AFTER_MS = [400, 600, 1_000, 2_000, 4_000, 8_000];

async function lastAttempt(path: DeliveryPath) {
  const { attempts } = await api.webhooks.getDelivery.query(path);
  const last = attempts.at(-1);
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
    queryFn: () => lastAttempt(path),
    retry: ASK_AFTER_MS.length,
    retryDelay: (failures) => ASK_AFTER_MS[failures]!,
  });

  if (!tried)
    return (
      <p role="status" className="mb-6">
        {isError ? 'No attempt yet. The result will appear under Deliveries.' : 'Sending a test event…'}
      </p>
    );
  return (
    <Notice
      kind={tried.error ? 'problem' : 'success'}
      word={tried.error ? 'Test failed' : 'Test delivered'}
      className="mb-6"
      live
    >
      {causeOf(tried)}, after {tried.duration_ms} ms.
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
