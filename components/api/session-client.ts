/** The two calls of next-auth that the portal needs; its own browser package is many times this size. */
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
