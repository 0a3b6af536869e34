'use client';
/** Confirms the user's identity during a task: password and code, or a passkey. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { askSignIn, postProof, startSignOn, TOO_MANY, type Proof } from '../client/session-client';
import { CONFIRMED_PAGE, onConfirmed } from './confirm-window';
import { passkeyProblem, provePasskey, type PasskeyQuestion } from './passkey-client';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { DialogOutcome } from '../ui/dialog-outcome';
import { PasswordField } from '../ui/password-field';
import { TextField } from '../ui/text-field';
import { answerWith, type Answer } from './prove-again';
import { unreachable } from '../ui/error-message';
import { useProblem } from '../ui/use-problem';

interface Ways {
  code: boolean;
  passkey: PasskeyQuestion | null;
  /** The organization through which the session was opened. */
  single_sign_on: string | null;
}

const sentenceOf = (proof: Extract<Proof, { taken: false }>, incorrect: string): string =>
  ({ failed: incorrect, too_many: TOO_MANY, unreachable: unreachable() })[proof.reason];

/** @param first resolves the request that opened the dialog */
export function StepUpDialog({ first }: { first: Answer }) {
  const [ways, setWays] = useState<Ways | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useProblem();
  const answer = useRef<Answer | null>(null);
  /** The current request: a response to an earlier one is ignored. */
  const question = useRef(0);

  useEffect(() => {
    const ask = (give: Answer) => {
      answer.current = give;
      const asked = ++question.current;
      setPending(false);
      setProblem('');
      void askSignIn<Ways>('step-up')
        .catch(() => null)
        .then((found) => {
          if (asked !== question.current) return;
          if (found) setWays(found);
          else end(false);
        });
    };
    ask(first);
    return answerWith(ask);
  }, [first, setProblem]);

  function end(proven: boolean) {
    question.current++;
    setPending(false);
    answer.current?.(proven);
    answer.current = null;
    setWays(null);
  }

  async function prove(fields: Record<string, string>, incorrect: string) {
    const asked = question.current;
    const proof = await postProof('step-up', fields);
    if (asked !== question.current) return;
    if (proof.taken) return end(true);
    setProblem(sentenceOf(proof, incorrect));
    // A challenge is valid once.
    const fresh = await askSignIn<Ways>('step-up').catch(() => null);
    if (fresh && asked === question.current) setWays(fresh);
  }

  async function attempt(work: () => Promise<void>) {
    const asked = question.current;
    setPending(true);
    setProblem('');
    await work();
    if (asked === question.current) setPending(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (provider) return withProvider();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const fields: Record<string, string> = { password: String(form.get('password') ?? '') };
    if (!fields.password) return setProblem('Enter your password.');
    const code = String(form.get('code') ?? '').trim();
    if (code) fields.code = code;
    void attempt(() => prove(fields, ways?.code ? 'Incorrect password or code.' : 'Incorrect password.'));
  }

  function withPasskey(challenge: PasskeyQuestion) {
    const asked = question.current;
    void attempt(async () => {
      try {
        await prove({ passkey: await provePasskey(challenge) }, 'Unknown passkey.');
      } catch (thrown) {
        if (asked === question.current) setProblem(passkeyProblem(thrown));
      }
    });
  }

  function withProvider() {
    // At once, because browsers block windows that are not opened by a press.
    const opened = window.open('', '_blank', 'popup,width=520,height=720');
    void attempt(async () => {
      const begun = await askSignIn<{ organization: string }>('confirm-identity').catch(() => null);
      const url = begun && opened && (await startSignOn(begun.organization, CONFIRMED_PAGE));
      if (url) return opened.location.assign(url);
      opened?.close();
      setProblem(opened ? unreachable() : 'The browser blocked the window. Allow it for this page.');
    });
  }

  useEffect(() => (ways?.single_sign_on ? onConfirmed(() => end(true)) : undefined));

  const passkey = ways?.passkey;
  const provider = ways?.single_sign_on ?? null;
  return (
    <Dialog
      open={ways !== null}
      isAbove
      // Also called when the dialog was closed here; then there is no request left.
      onClose={() => (ways ? end(false) : undefined)}
      title="Confirm your identity"
      onSubmit={submit}
      actions={
        <>
          <Button type="submit" aria-disabled={pending || undefined}>
            {provider ? 'Continue' : 'Confirm'}
          </Button>
          {passkey ? (
            <Button
              weight="secondary"
              aria-disabled={pending || undefined}
              onClick={() => (pending ? undefined : withPasskey(passkey))}
            >
              Use a passkey
            </Button>
          ) : null}
          <Button weight="secondary" onClick={() => end(false)}>
            Cancel
          </Button>
        </>
      }
    >
      <p>
        Sensitive actions require re-authentication every 10 minutes.{' '}
        {provider ? 'You sign in at your organization in a second window. ' : ''}
        Your input is kept.
      </p>
      {ways && !provider ? (
        <div className="mt-3 space-y-3">
          <PasswordField
            id="step-up-password"
            name="password"
            label="Password"
            autoComplete="current-password"
            maxLength={1000}
          />
          {ways.code ? (
            <TextField
              id="step-up-code"
              name="code"
              label="Code"
              hint="Six digits from your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={40}
            />
          ) : null}
        </div>
      ) : null}
      <DialogOutcome problem={problem} pending={pending} />
    </Dialog>
  );
}
