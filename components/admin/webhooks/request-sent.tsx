/** Headers, and the body exactly as it was signed. */
import type { DeliveryDetail } from '@/server/domain/webhooks/contract';
import { CopyBlock } from '../../ui/copy-block';
import { SectionHeading } from '../../ui/page-heading';
import { prettyJson } from './pretty-json';

export function RequestSent({ delivery }: { delivery: DeliveryDetail }) {
  const { event_id: id, request_body: body } = delivery;
  const headers = [
    `webhook-id: ${id}`,
    'webhook-timestamp: Unix time of the attempt',
    'webhook-signature: v1,… (one per active secret)',
    'content-type: application/json',
    `content-length: ${new TextEncoder().encode(body).length}`,
  ].join('\n');
  return (
    <section className="mb-8 max-w-3xl">
      <SectionHeading title="Request" />
      <h3 className="mt-2 text-sm text-ink-2">Headers (signatures are not stored)</h3>
      <pre role="group" tabIndex={0} aria-label="Request headers" className={BOX}>
        {headers}
      </pre>
      <CopyBlock label="Request body" value={body} shown={prettyJson(body)} />
      <p className="mt-1 text-sm text-ink-2">
        Formatted for reading. The copied text is the signed body, identical in every attempt.
      </p>
    </section>
  );
}

const BOX = 'overflow-x-auto bg-canvas p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap';
