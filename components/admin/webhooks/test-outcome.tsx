'use client';
/** What became of the test that was just sent: asked a few times, until it was tried. */
import { useEffect, useState } from 'react';
import type { Delivery } from '@/server/domain/webhooks/contract';
import { api } from '../../client/client';
import { Notice } from '../../ui/notice';
import { causeOf, withheldAnswer } from './health';

/** Together longer than a try may last. */
const ASK_AFTER_MS = [400, 600, 1_000, 2_000, 4_000, 8_000];

type Attempt = Delivery['attempts'][number];

export function TestOutcome({ deliveryId }: { deliveryId: string }) {
  const [tried, setTried] = useState<Attempt | null>(null);
  const [late, setLate] = useState(false);

  useEffect(() => {
    let timer = 0;
    const ask = (at: number) => {
      const wait = ASK_AFTER_MS[at];
      if (wait === undefined) return setLate(true);
      timer = window.setTimeout(() => {
        api.webhooks.getDelivery.query({ id: deliveryId }).then(
          ({ attempts }) => {
            const last = attempts.at(-1);
            if (last) setTried(last);
            else ask(at + 1);
          },
          () => ask(at + 1),
        );
      }, wait);
    };
    ask(0);
    return () => window.clearTimeout(timer);
  }, [deliveryId]);

  if (!tried)
    return (
      <p role="status" className="mb-6">
        {late ? 'The test was not tried yet. Its outcome will stand in the log.' : 'Sending a test…'}
      </p>
    );
  return (
    <Notice
      kind={tried.error ? 'problem' : 'success'}
      word={tried.error ? 'The test failed' : 'The test arrived'}
      className="mb-6"
      live
    >
      {causeOf(tried)}, after {tried.duration_ms} ms.
      {tried.response_excerpt ? (
        <pre
          role="group"
          tabIndex={0}
          aria-label="Answer of the receiver"
          className="mt-2 max-w-full overflow-x-auto font-mono text-sm wrap-anywhere whitespace-pre-wrap"
        >
          {tried.response_excerpt}
        </pre>
      ) : null}
      {withheldAnswer(tried) ? <p className="mt-2 text-sm">{withheldAnswer(tried)}</p> : null}
    </Notice>
  );
}
