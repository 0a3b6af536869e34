import type { Guide } from './guide';

export const ERRORS: Guide = {
  slug: 'errors',
  title: 'Errors',
  summary: 'Every refusal says in one stable word what is wrong; which ones are worth repeating, and how.',
  sections: [
    {
      title: 'Problem documents',
      blocks: [
        'Every refusal of `/v1` is a problem document (RFC 9457, `application/problem+json`). Decide by `code`, which stays the same; treat a code that you do not know by its `status`. `errors` names everything that is wrong, in one answer, by JSON pointer, parameter or header. `type` is the address of a page that explains the code: [all codes](/docs/errors).',
        'Nothing in a problem document is patient data: it may be logged. `request_id`, also in `X-Request-Id`, is what we ask you for when something is unclear.',
        {
          sample: {
            file: 'wrong.mjs',
            does: 'What a refusal says',
            code: `import { api } from './api.mjs';

const birth = { birth_date: '2180-01-01', sex: 'female', middle_name: 'Eve' };
await api('POST', '/v1/patients', birth).catch(({ problem }) => {
  console.log(problem.status, problem.code);
  for (const { pointer, code, message } of problem.errors) console.log(pointer, code, message);
});`,
          },
        },
        'Something of another organization, something deleted and something that never was have the same answer: 404 `not_found`. Unknown fields and parameters are refused: a misspelt filter that is ignored would list everybody.',
      ],
    },
    {
      title: 'Which to repeat',
      blocks: [
        {
          list: [
            '429 `rate_limited`, 503 `unavailable` and 409 `idempotency_in_progress`: wait as long as `Retry-After` says, then send the same again.',
            'No answer, or a 5xx without `Retry-After`: wait a little longer each time, then send the same again; POST with the same `Idempotency-Key`.',
            'Every other refusal: sent again as it is, it is refused again.',
          ],
        },
        {
          sample: {
            file: 'patient-api.mjs',
            does: 'Repeat what is worth it, at most five times',
            code: `import { randomUUID } from 'node:crypto';
import { api } from './api.mjs';

const WORTH_IT = ['rate_limited', 'unavailable', 'idempotency_in_progress', 'internal_error'];
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

export async function patiently(method, path, body) {
  const headers = method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
  for (let tries = 1; ; tries++) {
    try {
      return await api(method, path, body, headers);
    } catch (error) {
      // An error without a problem document is a connection that broke.
      if (tries === 5 || (error.problem && !WORTH_IT.includes(error.problem.code))) throw error;
      await wait(error.problem?.retry_after ?? 2 ** tries * Math.random());
    }
  }
}

console.log((await patiently('GET', '/v1/patients?limit=1')).object);`,
          },
        },
      ],
    },
    {
      title: 'Limits',
      blocks: [
        'A key has 600 requests a minute unless it was given more. `RateLimit-Policy` and `RateLimit` tell on every answer how it stands: slow down before you are refused.',
      ],
    },
  ],
};
