/** Sends a form of a user who is not signed in (`/api/public`). @throws Problem */
import type { Problem } from '../ui/error-message';

export async function postPublicForm(name: string, body: object): Promise<unknown> {
  const answer = await fetch(`/api/public/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw { code: 'network' } satisfies Problem;
  });
  const read: unknown = await answer.json().catch(() => ({ code: 'internal_error' }) satisfies Problem);
  if (!answer.ok) throw read;
  return read;
}
