'use client';
/** The second step of sign-in: a code or a passkey, depending on the user's factors. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { askSignIn, postProof, TOO_MANY, WRONG_CODE, type Proof } from '../client/session-client';
import { CancelSignIn } from './cancel-sign-in';
import { passkeyProblem, provePasskey, type PasskeyQuestion } from './passkey-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import { unreachable } from '../ui/error-message';
import { useProblem } from '../ui/use-problem';

const WRONG_PASSKEY = 'This passkey does not belong to your account. Try another one, or a code.';

interface SecondFactorFormProps {
  totp: boolean;
  passkey: boolean;
  recoveryCodes: boolean;
  returnTo: string;
}

/** Where sign-in continues if the user must be informed first. */
export const securityPage = (returnTo: string): string =>
  `/account/security?return_to=${encodeURIComponent(returnTo)}`;

export function SecondFactorForm({ totp, passkey, recoveryCodes, returnTo }: SecondFactorFormProps) {
  const [message, setMessage] = useProblem();
  const [pending, setPending] = useState(false);
  const [codeError, setCodeError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (message) notice.current?.focus();
  }, [message]);

  // After the error is shown, so that a screen reader reads it with the field.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('#code');
    if (!codeError || !field) return;
    field.value = '';
    field.focus();
  }, [codeError]);

  function follow(proof: Proof, next: string, reject: () => void) {
    if (proof.taken) return window.location.assign(next);
    if (proof.over)
      return window.location.assign(`/sign-in?again=1&return_to=${encodeURIComponent(returnTo)}`);
    if (proof.reason === 'failed') reject();
    else setMessage({ too_many: TOO_MANY, unreachable: unreachable() }[proof.reason]);
    setPending(false);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const code = String(new FormData(target).get('code') ?? '').trim();
    setMessage('');
    setCodeError(code === '' ? 'Enter the code.' : '');
    if (code === '') return target.querySelector<HTMLInputElement>('#code')?.focus();
    setPending(true);
    const isAppCode = /^\d{3}\s?\d{3}$/.test(code);
    follow(await postProof('second-factor', { code }), isAppCode ? returnTo : securityPage(returnTo), () =>
      setCodeError(WRONG_CODE),
    );
  }

  async function withPasskey() {
    setPending(true);
    setMessage('');
    setCodeError('');
    try {
      const question = await askSignIn<PasskeyQuestion>('second-factor');
      if (!question) return follow({ taken: false, over: true, reason: 'failed' }, '', () => undefined);
      const proof = await postProof('second-factor', { passkey: await provePasskey(question) });
      follow(proof, returnTo, () => setMessage(WRONG_PASSKEY));
    } catch (thrown) {
      setMessage(passkeyProblem(thrown));
      setPending(false);
    }
  }

  const typed = totp || recoveryCodes;
  const hint = totp
    ? `Six digits from your authenticator app${recoveryCodes ? ', or a recovery code' : ''}`
    : 'A recovery code';
  return (
    <form ref={form} method="post" onSubmit={submit} className="space-y-4" noValidate>
      <div ref={notice} tabIndex={-1}>
        {message ? (
          <Notice kind="problem" word="Not signed in" live>
            {message}
          </Notice>
        ) : null}
      </div>
      {passkey ? (
        <Button
          weight={totp ? 'secondary' : 'primary'}
          disabled={pending}
          onClick={() => void withPasskey()}
          className="w-full"
        >
          Use a passkey
        </Button>
      ) : null}
      {typed ? (
        <>
          <TextField
            id="code"
            name="code"
            label="Code"
            hint={hint}
            autoComplete="one-time-code"
            spellCheck={false}
            autoCapitalize="none"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose
            autoFocus
            required
            error={codeError || undefined}
            maxLength={40}
          />
          <Button
            type="submit"
            weight={totp || !passkey ? 'primary' : 'secondary'}
            disabled={pending}
            className="w-full"
          >
            {pending ? 'Checking' : 'Continue'}
          </Button>
        </>
      ) : null}
      <CancelSignIn returnTo={returnTo} />
    </form>
  );
}
