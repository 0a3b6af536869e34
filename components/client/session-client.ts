/** The calls of sign-in that the portal needs; next-auth's own browser package is many times this size. */
export async function csrfToken(): Promise<string> {
  const answer = await fetch('/api/auth/csrf', { cache: 'no-store' });
  if (!answer.ok) throw new Error('csrf');
  const body = (await answer.json()) as { csrfToken: string };
  return body.csrfToken;
}

export function postForm(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
}

/** How a proof was taken: `next` leads on to the next step, `over` back to the first one. */
export type Proof =
  | { taken: true; next: string | null }
  | { taken: false; over: boolean; reason: 'refused' | 'too_many' | 'unreachable' };

/** Posts what proves who somebody is. */
export async function postProof(
  kind: 'credentials' | 'second-factor' | 'passkey' | 'step-up',
  fields: Record<string, string>,
): Promise<Proof> {
  try {
    const answer = await postForm(`/api/auth/callback/${kind}`, {
      csrfToken: await csrfToken(),
      json: 'true',
      ...fields,
    });
    if (answer.status === 429) return { taken: false, over: false, reason: 'too_many' };
    if (answer.status >= 500) return { taken: false, over: false, reason: 'unreachable' };
    const body = (await answer.json()) as { next?: string; over?: boolean };
    return answer.ok
      ? { taken: true, next: body.next ?? null }
      : { taken: false, over: body.over === true, reason: 'refused' };
  } catch {
    return { taken: false, over: false, reason: 'unreachable' };
  }
}

/** What must be known before somebody can answer; null when the server does not give it. */
export async function askSignIn<T>(
  question: 'passkey' | 'second-factor' | 'new-passkey' | 'new-totp' | 'step-up',
): Promise<T | null> {
  const answer = await fetch(`/api/sign-in/${question}`, { method: 'POST', cache: 'no-store' });
  return answer.ok ? ((await answer.json()) as T) : null;
}

export const UNREACHABLE = 'The server could not be reached. Check the connection and try again.';
export const TOO_MANY = 'Too many attempts. Try again in a minute.';
