/** Calls of people who are not signed in. @throws Problem */
import type { Problem } from '../ui/error-message';

export async function postPassword(step: 'forgot' | 'reset', body: object): Promise<void> {
  const answer = await fetch(`/api/portal/password/${step}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw { code: 'network' } satisfies Problem;
  });
  if (answer.ok) return;
  throw ((await answer.json().catch(() => null)) ?? { code: 'internal_error' }) as Problem;
}
