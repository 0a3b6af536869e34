import { EVENT_TYPES } from '../../server/events/catalogue';
import { EVENT_GUIDE } from '../../server/domain/events/guide';
import { expect, test, url } from './support/portal';

/** The documentation as a visitor without a sign-in and without scripts gets it. */

const shown = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

test('every event of the catalogue has its page, with its sample as the contract has it', async () => {
  const contract = (await (await fetch(`${url()}/v1/openapi.json`)).json()) as {
    webhooks: Record<
      string,
      {
        post: {
          requestBody: { content: { 'application/json': { examples: { event: { value: object } } } } };
        };
      }
    >;
  };
  const index = await (await fetch(`${url()}/docs/events`)).text();
  for (const type of EVENT_TYPES) {
    expect(index, type).toContain(`href="/docs/events/${type}"`);
    const answer = await fetch(`${url()}/docs/events/${type}`, { redirect: 'manual' });
    expect(answer.status, type).toBe(200);
    const html = shown(await answer.text());
    const { value } = contract.webhooks[type]!.post.requestBody.content['application/json'].examples.event;
    expect(html, type).toContain(JSON.stringify(value, null, 2));
    expect(html, type).toContain(EVENT_GUIDE[type].action.split('`')[0]);
    expect(html, type).not.toContain('noindex');
  }
});

test('a word that is no event has no page', async () => {
  for (const word of [
    'lab_result',
    'lab_result.*',
    'constructor',
    '__proto__',
    '*',
    '%00',
    'patient.created/x',
  ])
    expect((await fetch(`${url()}/docs/events/${word}`)).status, word).toBe(404);
});
