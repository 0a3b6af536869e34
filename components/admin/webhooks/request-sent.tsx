/** Headers of the last attempt, and the body exactly as it was signed. */
import type { DeliveryDetail } from '@/server/domain/webhooks/contract';
import { USER_AGENT } from '@/server/domain/webhooks/rules';
import { CopyBlock } from '../../ui/copy-block';
import { SectionHeading } from '../../ui/page-heading';
import { prettyJson } from './pretty-json';

export function RequestSent({ delivery }: { delivery: DeliveryDetail }) {
  const { attempts, event_id: id, request_body: body } = delivery;
  const last = attempts.at(-1);
  return (
    <section className="mb-8 max-w-3xl">
      <SectionHeading title="Request" />
      {last ? (
        <>
          <h3 className="mt-2 text-sm text-ink-2">
            Headers of attempt {last.attempt}. The signature is not stored.
          </h3>
          <pre role="group" tabIndex={0} aria-label="Request headers" className={BOX}>
            {headersOf(id, last.sent_at, body)}
          </pre>
        </>
      ) : null}
      <CopyBlock label="Request body" value={body} shown={prettyJson(body)} />
      <p className="mt-1 text-sm text-ink-2">
        Formatted for reading. The copied text is the signed body, identical in every attempt.
      </p>
    </section>
  );
}

const BOX = 'overflow-x-auto bg-canvas p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap';

const headersOf = (id: string, sentAt: string, body: string): string =>
  [
    'content-type: application/json',
    `webhook-id: ${id}`,
    `webhook-timestamp: ${Math.floor(Date.parse(sentAt) / 1000)}`,
    'webhook-signature: v1,••••••••',
    `user-agent: ${USER_AGENT}`,
    `content-length: ${new TextEncoder().encode(body).length}`,
  ].join('\n');
