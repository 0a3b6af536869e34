import { openApiDocument } from '../../server/http/openapi/document';
import type { Loose } from '../../scripts/contract/json';
import { compileCheck } from './contract';

let check: ReturnType<typeof compileCheck> | undefined;
let webhooks: Loose;

/** Validates an event against the OpenAPI schema of its type. Returns the error, or null. */
export function wrongInEvent(event: { type: string }): string | null {
  if (!check) {
    const document = JSON.parse(JSON.stringify(openApiDocument('/'))) as Loose;
    check = compileCheck(document);
    webhooks = document.webhooks;
  }
  const published = webhooks[event.type];
  if (!published) return `${event.type} is not published`;
  return check(published.post.requestBody.content['application/json'].schema, event);
}
