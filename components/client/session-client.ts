/** The sign-in calls that the portal needs; next-auth's browser package is many times this size. */
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

/** The outcome of a proof: `next` continues with the next step, `over` restarts at the first. */
export type Proof =
  | { taken: true; next: string | null }
  | { taken: false; over: boolean; reason: 'failed' | 'too_many' | 'unreachable' };

/** Posts a password, code or passkey. */
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
      : { taken: false, over: body.over === true, reason: 'failed' };
  } catch {
    return { taken: false, over: false, reason: 'unreachable' };
  }
}

/** Leaves the page for a single sign-on that is neither the sign-in nor a step-up. @throws a problem `network` */
export async function leaveForSignOn(organization: string, returnTo: string): Promise<void> {
  const url = await startSignOn(organization, returnTo);
  if (!url) throw Object.assign(new Error('The server did not answer.'), { code: 'network' });
  window.location.assign(url);
}

/**
 * Starts a single sign-on. The browser leaves the page for the result, which is the provider or a page that explains why
 * not.
 * @returns null if the server did not answer
 */
export async function startSignOn(
  organization: string,
  returnTo: string,
  email?: string,
): Promise<string | null> {
  const hint = email ? `?login_hint=${encodeURIComponent(email)}` : '';
  try {
    const answer = await postForm(`/api/auth/signin/sso-${encodeURIComponent(organization)}${hint}`, {
      csrfToken: await csrfToken(),
      json: 'true',
      callbackUrl: returnTo,
    });
    return answer.ok ? ((await answer.json()) as { url: string }).url : null;
  } catch {
    return null;
  }
}

/** The challenge that precedes an answer; null if the server does not return it. */
export async function askSignIn<T>(
  question:
    | 'passkey'
    | 'second-factor'
    | 'new-passkey'
    | 'new-totp'
    | 'cancel'
    | 'step-up'
    | 'confirm-identity',
): Promise<T | null> {
  const answer = await fetch(`/api/sign-in/${question}`, { method: 'POST', cache: 'no-store' });
  return answer.ok ? ((await answer.json()) as T) : null;
}

export const WRONG_CODE = 'Incorrect or already used code. Check it, or enter the next one.';
export const TOO_MANY = 'Too many attempts. Try again in a minute.';
