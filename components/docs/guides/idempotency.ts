import type { Guide } from './guide';

export const IDEMPOTENCY: Guide = {
  slug: 'idempotency',
  title: 'Repeating a request',
  summary:
    'How a request that may have got lost is sent again without doing it twice, and how two writers do not undo each other.',
  sections: [
    {
      title: 'Idempotency-Key',
      blocks: [
        'Send `Idempotency-Key` with every POST: 1 to 255 visible characters, a new one for each change that you want, stored beside your own record before you send. When no answer came, send the same request with the same key.',
        {
          sample: {
            file: 'twice.mjs',
            does: 'The same POST twice is one patient',
            code: `const create = () =>
  fetch(process.env.CLINICAL_URL + '/v1/patients', {
    method: 'POST',
    headers: {
      Authorization: 'Bearer ' + process.env.API_KEY,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'registration-9120',
    },
    body: JSON.stringify({
      name: { family: 'Example', given: ['Grace'] },
      birth_date: '1971-12-09',
      sex: 'female',
    }),
  });

const first = await create();
const again = await create();
console.log(first.status, again.status, again.headers.get('Idempotency-Replayed'));
console.log((await first.json()).id === (await again.json()).id);`,
          },
        },
        {
          list: [
            'For 24 hours the same key with the same body has the first answer again, with `Idempotency-Replayed: true`.',
            'The same key with another body: 422 `idempotency_key_reused`. Nothing is done.',
            'While the first is still under way: 409 `idempotency_in_progress` with `Retry-After: 1`.',
            'Refusals are not kept: correct the request and send it with the same key.',
            'A key is yours alone: it is bound to your organization, credential and path. The secret of a webhook is shown in the first answer only.',
          ],
        },
        'GET, PATCH and DELETE may be repeated as they are. A second DELETE answers 404.',
      ],
    },
    {
      title: 'Two writers',
      blocks: [
        'A patient carries its version as entity tag. Send it back as `If-Match`, and the change is made only if nobody was faster; else the answer is 412 `version_mismatch`, and nothing has happened. PATCH is a merge patch: an absent field stays, `null` removes.',
        {
          sample: {
            file: 'two-writers.mjs',
            does: 'Change what you have read, or learn that it is another by now',
            code: `import { api } from './api.mjs';

const { data } = await api('GET', '/v1/patients?external_id=registration-7741');
const patient = data[0];
const change = (language) =>
  api('PATCH', '/v1/patients/' + patient.id, { language }, { 'If-Match': '"' + patient.version + '"' });

console.log((await change('de')).version === patient.version + 1);
await change('fr').catch((error) => console.log(error.problem.code, error.problem.current_version));`,
          },
        },
        '`If-None-Match` with a tag that is still right is answered with 304 and no body.',
      ],
    },
  ],
};
