import fc from 'fast-check';
import assert from 'node:assert/strict';
import { key, target, who } from './arbitraries';
import { deleteWebhook, maySeeWebhook, type Model, type Who } from './model';
import { find, post, same, settle, type Target } from './settle';
import type { World } from './world';

/** Webhooks, created disabled: their deliveries stay pending, so nothing is ever sent. */

export type WebhookStep =
  | { do: 'createWebhook'; as: Who; events: string[]; key: string | null }
  | { do: 'deleteWebhook'; as: Who; webhook: Target }
  | { do: 'listWebhooks'; as: Who };

export const webhookSteps: fc.Arbitrary<WebhookStep>[] = [
  fc.record({
    do: fc.constant('createWebhook' as const),
    as: who,
    events: fc.constantFrom(['*'], ['patient.*'], ['lab_result.finalized', 'document.available']),
    key,
  }),
  fc.record({ do: fc.constant('deleteWebhook' as const), as: who, webhook: target }),
  fc.record({ do: fc.constant('listWebhooks' as const), as: who }),
];

export async function doWebhooks(model: Model, world: World, step: WebhookStep): Promise<void> {
  const { as } = step;
  const org = model.orgs[as];
  if (step.do === 'createWebhook') {
    const { events } = step;
    // A literal address, so that there is no DNS query.
    const body = { url: 'https://1.1.1.1/model', events, enabled: false };
    return post(model, world, as, {
      action: 'create_webhook',
      path: '/v1/webhooks',
      body,
      key: step.key,
      verdict: [],
      patients: () => [],
      done: (answer) => {
        const hook = { id: answer.id, version: 1, events, deliveries: 0, deleted: false };
        org.webhooks.push(hook);
        same(answer, { version: 1, events, enabled: false, status: 'disabled' }, 'webhook');
        assert.match(String(answer.secret), /^whsec_/);
        return hook;
      },
    });
  }
  if (step.do === 'listWebhooks') {
    const reply = await world.rest(as, 'GET', '/v1/webhooks');
    settle(org, reply, { action: 'list_webhooks', verdict: [], patients: [] });
    assert.deepEqual(
      (reply.json as { data: { id: string }[] }).data.map(({ id }) => id).sort(),
      org.webhooks
        .filter(({ deleted }) => !deleted)
        .map(({ id }) => id)
        .sort(),
      'the list shows other webhooks than the model',
    );
    return;
  }
  const { thing: hook, id } = find(model, as, step.webhook, 'webhook', ({ webhooks }) => webhooks);
  const reply = await world.rest(as, 'DELETE', `/v1/webhooks/${id}`);
  const asked = { action: 'delete_webhook', verdict: maySeeWebhook(hook), patients: [], success: 204 };
  if (settle(org, reply, asked)) deleteWebhook(hook!);
}
