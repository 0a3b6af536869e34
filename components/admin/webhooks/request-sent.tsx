/** What was sent: headers, and the body exactly as it was signed. Bodies are thin: ids, type and time. */
import type { DeliveryDetail } from '@/server/domain/webhooks/contract';
import { SectionHeading } from '../../ui/page-heading';

export function RequestSent({ delivery }: { delivery: DeliveryDetail }) {
  const { event_id: id, request_body: body } = delivery;
  const headers = [
    `webhook-id: ${id}`,
    'webhook-timestamp: seconds since 1970, of each try',
    'webhook-signature: v1,… of each try, one for each secret in use',
    'content-type: application/json',
    `content-length: ${new TextEncoder().encode(body).length}`,
  ].join('\n');
  return (
    <section className="mb-8 max-w-3xl">
      <SectionHeading title="Request" />
      <h3 className="mt-2 text-sm text-ink-2">Headers; signatures are not kept</h3>
      <pre role="group" tabIndex={0} aria-label="Headers of the request" className={BOX}>
        {headers}
      </pre>
      <h3 className="mt-3 text-sm text-ink-2">Body, byte for byte the same in each try</h3>
      <pre role="group" tabIndex={0} aria-label="Body of the request" className={BOX}>
        {body}
      </pre>
    </section>
  );
}

const BOX = 'overflow-x-auto bg-canvas p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap';
