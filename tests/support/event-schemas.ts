import { openApiDocument } from '../../server/http/openapi/document';
import type { Loose } from '../../scripts/contract/json';
import { judge } from './contract';

let judged: ReturnType<typeof judge> | undefined;
let webhooks: Loose;

/** Validates an event against the OpenAPI schema of its type. Returns the error, or null. */
export function wrongInEvent(event: { type: string }): string | null {
  if (!judged) {
    const document = JSON.parse(JSON.stringify(openApiDocument('/'))) as Loose;
    judged = judge(document);
    webhooks = document.webhooks;
  }
  const published = webhooks[event.type];
  if (!published) return `${event.type} is not published`;
  return judged(published.post.requestBody.content['application/json'].schema, event);
}
