import type { Guide } from './guide';

export const WEBHOOKS: Guide = {
  slug: 'webhooks',
  title: 'Webhooks',
  summary:
    'Be told of what happens within a second: make a webhook, verify what arrives, and what happens when you do not answer.',
  sections: [
    {
      title: 'Make one',
      blocks: [
        'In the portal under Admin, Webhooks, with a test at once; or by `/v1` with the scope `webhooks:manage`. The address is https on port 443 or 8443 and reachable from the internet. `events` takes names, `<resource>.*` or `*`: [all events](/docs/events). A webhook is sent events of objects that its creator may read. The secret is in this answer and nowhere else.',
        {
          sample: {
            file: 'webhook.sh',
            does: 'Make a webhook for results and documents',
            code: `curl --fail-with-body --silent --show-error "$CLINICAL_URL/v1/webhooks" \\
  --header "Authorization: Bearer $API_KEY" \\
  --header "Content-Type: application/json" \\
  --header "Idempotency-Key: ward-system-hook-1" \\
  --data '{ "url": "https://hooks.example.org/clinical", "events": ["lab_result.*", "document.available"] }'`,
          },
        },
      ],
    },
    {
      title: 'What arrives',
      blocks: [
        'A POST with JSON, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. The body is thin: ids, type and time, never a name, a value or a date of birth. You fetch the object with a credential of your own, so an address that somebody else reads gives nothing away.',
        {
          list: [
            '`webhook-id`: id of the event, the same in every try. Keep it to recognize repeats.',
            '`webhook-timestamp`: seconds since 1970 of this try. Refuse what is more than five minutes off.',
            '`webhook-signature`: `v1,` and base64 of the HMAC-SHA256 over id, timestamp and body, joined with dots. While a secret is replaced there are two, separated by a space: one that fits is enough.',
          ],
        },
        'Verify the bytes that came, before anything parses them. Libraries of Standard Webhooks do it; so does this code, which needs nothing but its language:',
        'verification',
      ],
    },
    {
      title: 'A receiver',
      blocks: [
        'Answer first, work afterwards. This one stands on `verify` from above, saved as `verify.mjs`.',
        {
          sample: {
            file: 'receiver.mjs',
            does: 'Take each event once, and fetch what it tells of',
            code: `import { createServer } from 'node:http';
import { api } from './api.mjs';
import { verify } from './verify.mjs';

const taken = new Set(); // in your own database, with the work that is to be done

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let event;
  try {
    event = verify(process.env.WEBHOOK_SECRET, request.headers, Buffer.concat(chunks));
  } catch {
    return response.writeHead(401).end();
  }
  const isNew = !taken.has(event.id);
  taken.add(event.id);
  response.writeHead(204).end();
  if (!isNew || event.test) return;
  const { href } = event.data.object;
  const object = href && (await api('GET', href));
  console.log(event.type, object?.status ?? '');
});
server.listen(Number(process.env.PORT), () => console.log('listening on', server.address().port));`,
          },
        },
      ],
    },
    {
      title: 'When you do not answer',
      blocks: [
        {
          list: [
            '2xx within 15 seconds is a success. Everything else is tried again: redirects are not followed, a connection has five seconds, TLS is verified.',
            'Ten tries over three days: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the one before, each up to a fifth more or less. 429 and 503 with `Retry-After` wait longer, up to 24 hours.',
            '410 switches the webhook off at once; so do five days without a success. What it would have been sent is held, and sent when an administrator enables it again and says so.',
            'Administrators are told by mail when the first message is given up, on the third day without a success, and when it is switched off.',
            'At most four at once and 50 a second go to one webhook; a slow one delays nobody else.',
          ],
        },
        'Deliveries come at least once and in no promised order. `sequence` counts the events of one object without gaps: drop what is not above the highest that you have, and when a number is missing, ask the feed. [After an outage](/docs/guides/pagination-and-sync) has the whole recipe.',
        'The log in the portal keeps 30 days of it, each try with its answer and the cause of a failure in words, and sends again what you missed: one message, all that failed since a time, or all.',
      ],
    },
    {
      title: 'Replace the secret',
      blocks: [
        'On the page of the webhook. For up to seven days both secrets sign, so no message is refused while you exchange it.',
      ],
    },
  ],
};
