'use client';
/** E-mail and password. One message for every refusal: it never says which part was wrong. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { csrfToken, postForm } from '../api/session-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';

const REFUSED = 'E-mail and password do not match an active account. Check both and try again.';
const TOO_MANY = 'Too many attempts. Wait a minute and try again.';
const UNREACHABLE = 'The server could not be reached. Check the connection and try again.';

async function signIn(form: FormData): Promise<string | null> {
  const answer = await postForm('/api/auth/callback/credentials', {
    csrfToken: await csrfToken(),
    email: String(form.get('email') ?? '').trim(),
    password: String(form.get('password') ?? ''),
    json: 'true',
  });
  if (answer.status === 429) return TOO_MANY;
  if (answer.status >= 500) return UNREACHABLE;
  return answer.ok ? null : REFUSED;
}

export function SignInForm({ returnTo, refused }: { returnTo: string; refused: boolean }) {
  const [message, setMessage] = useState(refused ? REFUSED : '');
  const [pending, setPending] = useState(false);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (message) notice.current?.focus();
  }, [message]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setPending(true);
    setMessage('');
    const problem = await signIn(new FormData(event.currentTarget)).catch(() => UNREACHABLE);
    if (problem === null) {
      // A full load: the new session decides everything that is rendered from here on.
      window.location.assign(returnTo);
      return;
    }
    setMessage(problem);
    setPending(false);
  }

  return (
    // `post` matters before scripts have loaded: a `get` would put the password into the address.
    <form action="/api/auth/callback/credentials" method="post" onSubmit={submit} className="space-y-4">
      <div ref={notice} tabIndex={-1}>
        {message ? (
          <Notice kind="problem" word="Not signed in" live>
            {message}
          </Notice>
        ) : null}
      </div>
      <TextField
        id="email"
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        required
        maxLength={254}
      />
      <TextField
        id="password"
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        required
        maxLength={1000}
      />
      <Button type="submit" disabled={pending} className="w-full">
        {pending ? 'Signing in' : 'Sign in'}
      </Button>
    </form>
  );
}
