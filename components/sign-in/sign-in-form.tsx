'use client';
/** Email and password, or a passkey. The error does not reveal which part was wrong. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { askSignIn, postProof, TOO_MANY, type Proof } from '../client/session-client';
import { passkeyProblem, provePasskey, type PasskeyQuestion } from './passkey-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { PasswordField } from '../ui/password-field';
import { TextField } from '../ui/text-field';
import { unreachable } from '../ui/error-message';
import { useProblem } from '../ui/use-problem';

const INCORRECT = 'Incorrect email or password.';
const UNKNOWN_PASSKEY = 'Unknown passkey. Sign in with your password.';

interface SignInFormProps {
  returnTo: string;
  failed: boolean;
  /** False if the service is reached by an IP address, where passkeys do not work. */
  passkeys: boolean;
}

export function SignInForm({ returnTo, failed, passkeys }: SignInFormProps) {
  const [message, setMessage] = useProblem(failed ? INCORRECT : '');
  const [pending, setPending] = useState(false);
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (message) notice.current?.focus();
  }, [message]);

  function follow(proof: Proof, sentence: string) {
    if (proof.taken) {
      const on = proof.next ? `${proof.next}?return_to=${encodeURIComponent(returnTo)}` : returnTo;
      // A full page load, because everything is rendered from the new session.
      window.location.assign(on);
      return;
    }
    setMessage({ failed: sentence, too_many: TOO_MANY, unreachable: unreachable() }[proof.reason]);
    setPending(false);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const form = new FormData(target);
    const email = String(form.get('email') ?? '').trim();
    const password = String(form.get('password') ?? '');
    setMessage('');
    setMissing({
      ...(email === '' ? { email: 'Enter your email address.' } : {}),
      ...(password === '' ? { password: 'Enter your password.' } : {}),
    });
    const empty = email === '' ? 'email' : password === '' ? 'password' : null;
    if (empty) return target.querySelector<HTMLInputElement>(`#${empty}`)?.focus();
    setPending(true);
    follow(await postProof('credentials', { email, password }), INCORRECT);
  }

  async function withPasskey() {
    setPending(true);
    setMessage('');
    try {
      const question = await askSignIn<PasskeyQuestion>('passkey');
      if (!question) throw new Error('no question');
      follow(await postProof('passkey', { passkey: await provePasskey(question) }), UNKNOWN_PASSKEY);
    } catch (thrown) {
      setMessage(passkeyProblem(thrown));
      setPending(false);
    }
  }

  return (
    // `post`: without scripts a `get` would put the password into the URL.
    <form method="post" onSubmit={submit} className="space-y-4" noValidate>
      <div ref={notice} tabIndex={-1}>
        {message ? (
          <Notice kind="problem" word="" live>
            {message}
          </Notice>
        ) : null}
      </div>
      <TextField
        id="email"
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose; errors take the focus first
        autoFocus={!failed}
        required
        error={missing.email}
        maxLength={254}
      />
      <PasswordField
        id="password"
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        error={missing.password}
        maxLength={1000}
      />
      <Button type="submit" disabled={pending} className="w-full">
        {pending ? 'Signing in' : 'Sign in'}
      </Button>
      {passkeys ? (
        <Button weight="secondary" disabled={pending} onClick={() => void withPasskey()} className="w-full">
          Use a passkey
        </Button>
      ) : null}
    </form>
  );
}
