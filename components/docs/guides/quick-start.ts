import type { Guide } from './guide';

export const QUICK_START: Guide = {
  slug: 'quick-start',
  title: 'Quick start',
  summary: 'From a key to the first patient, order and result, in five requests.',
  sections: [
    {
      title: 'A key',
      blocks: [
        'An administrator of your organization makes one under Admin, API keys, and chooses its scopes; for this page `patients:read`, `patients:write`, `labs:read` and `labs:write`. It is shown once. A sandbox organization has keys that begin with `clin_test_`: try things there, because everything else is about real people.',
        'Set `CLINICAL_URL` to the address of your installation, without a slash at its end: what stands before `/docs` in the address of this page. Set `API_KEY` to the key. In a shell: `export CLINICAL_URL=https://clinical.example.org API_KEY=clin_test_…`. Every sample of these pages reads the two from its environment, and is run by the tests of the service.',
      ],
    },
    {
      title: 'The first request',
      blocks: [
        {
          sample: {
            file: 'first.sh',
            does: 'List two patients',
            code: `curl --fail-with-body --silent --show-error \\
  "$CLINICAL_URL/v1/patients?limit=2" \\
  --header "Authorization: Bearer $API_KEY"`,
          },
        },
        'A list has `data`, `has_more` and `next_cursor`: [Pages and copies](/docs/guides/pagination-and-sync). A refusal says what is wrong in a `code` that stays the same: [Errors](/docs/guides/errors).',
      ],
    },
    {
      title: 'A patient',
      blocks: [
        'Each POST carries an `Idempotency-Key`, a new one for each thing that you want done. Sent again with the same key, the request is done once: [Repeating a request](/docs/guides/idempotency).',
        {
          sample: {
            file: 'patient.sh',
            does: 'Create a patient',
            code: `curl --fail-with-body --silent --show-error "$CLINICAL_URL/v1/patients" \\
  --header "Authorization: Bearer $API_KEY" \\
  --header "Content-Type: application/json" \\
  --header "Idempotency-Key: 3f0c7a52-7f0e-4f44-9a53-0d0a4a0a7d11" \\
  --data '{
    "name": { "family": "Example", "given": ["Ada"] },
    "birth_date": "1980-05-04",
    "sex": "female",
    "external_id": "registration-7741"
  }'`,
          },
        },
      ],
    },
    {
      title: 'An order',
      blocks: [
        'From here on the samples are JavaScript for Node.js 20 and later, without packages. Save each under the name in brackets, in one folder, and run it: `node order.mjs`. The first one is imported by the others.',
        {
          sample: {
            file: 'api.mjs',
            does: 'One request, its answer as an object, a refusal as an error',
            code: `export async function api(method, path, body, headers = {}) {
  const response = await fetch(process.env.CLINICAL_URL + path, {
    method,
    headers: {
      Authorization: 'Bearer ' + process.env.API_KEY,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  if (response.status === 204) return null;
  const answer = await response.json();
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.code + ': ' + answer.detail), { problem: answer });
}`,
          },
        },
        {
          sample: {
            file: 'order.mjs',
            does: 'Find the patient and a test of the catalog, and order it',
            code: `import { randomUUID } from 'node:crypto';
import { api } from './api.mjs';

const patients = await api('GET', '/v1/patients?external_id=registration-7741');
const tests = await api('GET', '/v1/labs/catalog?q=glucose&kind=test');
const order = await api(
  'POST',
  '/v1/labs/orders',
  { patient_id: patients.data[0].id, items: [{ test_id: tests.data[0].id }], priority: 'routine' },
  { 'Idempotency-Key': randomUUID() },
);
console.log(order.order_number, order.status);`,
          },
        },
      ],
    },
    {
      title: 'Results',
      blocks: [
        'Results are never searched for: an order names its reports in `result_ids`, and [events](/docs/events) tell of each one as it comes. Show `value_text`, which is what the laboratory sent, and the status beside it. A time whose `…_precision` is `day`, `month` or `year` is a date: show its UTC date as it is, in whatever zone you are.',
        {
          sample: {
            file: 'results.mjs',
            does: 'Read the newest reports',
            code: `import { api } from './api.mjs';

const events = await api('GET', '/v1/events?type=lab_result.created&limit=5');
for (const event of events.data) {
  const report = await api('GET', event.data.object.href);
  for (const panel of report.panels)
    for (const line of panel.observations)
      console.log(report.status, line.name, line.value_text, line.unit ?? '', line.interpretation ?? '');
}`,
          },
        },
        'Next: [Webhooks](/docs/guides/webhooks), so that you need not ask.',
      ],
    },
  ],
};
