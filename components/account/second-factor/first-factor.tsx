'use client';
/** For users who must have a second factor and have none: they cannot continue without setting one up. */
import { useState, type FormEvent } from 'react';
import { askSignIn, postProof, TOO_MANY, WRONG_CODE, type Proof } from '../../client/session-client';
import { CancelSignIn } from '../../sign-in/cancel-sign-in';
import { makePasskey, passkeyProblem, type NewPasskeyQuestion } from '../../sign-in/passkey-client';
import { securityPage } from '../../sign-in/second-factor-form';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { APP_WORDS, TotpEnrolment, type BegunTotp } from './totp-enrolment';
import { unreachable } from '../../ui/error-message';
import { useProblem } from '../../ui/use-problem';

export function FirstFactor({ passkeys, returnTo }: { passkeys: boolean; returnTo: string }) {
  const [begun, setBegun] = useState<BegunTotp | null>(null);
  const [problem, setProblem] = useProblem();
  const [pending, setPending] = useState(false);

  const again = () => window.location.assign(`/sign-in?again=1&return_to=${encodeURIComponent(returnTo)}`);

  /** @returns the error, if any */
  function follow(proof: Proof, sentence: string): string | null {
    if (proof.taken || proof.over) {
      if (proof.taken) window.location.assign(securityPage(returnTo));
      else again();
      return null;
    }
    return { failed: sentence, too_many: TOO_MANY, unreachable: unreachable() }[proof.reason];
  }

  async function beginTotp() {
    setPending(true);
    const question = await askSignIn<BegunTotp>('new-totp').catch(() => null);
    if (question) setBegun(question);
    else again();
    setPending(false);
  }

  async function addPasskey(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name === '') return setProblem('Enter a name for the passkey.');
    setPending(true);
    setProblem('');
    try {
      const question = await askSignIn<NewPasskeyQuestion>('new-passkey');
      if (!question) return again();
      const made = JSON.stringify(await makePasskey(question));
      const proof = await postProof('second-factor', { new_passkey: made, name });
      setProblem(follow(proof, 'This passkey could not be added. Try again.') ?? '');
    } catch (thrown) {
      setProblem(passkeyProblem(thrown));
    }
    setPending(false);
  }

  if (begun)
    return (
      <TotpEnrolment
        begun={begun}
        cancel={() => setBegun(null)}
        confirm={async (code) => follow(await postProof('second-factor', { new_totp: code }), WRONG_CODE)}
      />
    );
  return (
    <div className="space-y-6">
      {problem ? (
        <Notice kind="problem" live>
          {problem}
        </Notice>
      ) : null}
      {passkeys ? (
        <form method="post" onSubmit={addPasskey} className="space-y-3" noValidate>
          <h2 className="text-section font-semibold">Passkey</h2>
          <p>Use your fingerprint, face, screen lock or security key. This is the safest option.</p>
          <TextField
            id="name"
            name="name"
            label="Passkey name"
            hint="For example, the name of the device"
            defaultValue="My device"
            required
            maxLength={60}
            autoComplete="off"
          />
          <Button type="submit" disabled={pending}>
            Add a passkey
          </Button>
        </form>
      ) : null}
      <div className="space-y-3">
        <h2 className="text-section font-semibold">Authenticator app</h2>
        <p>{APP_WORDS}</p>
        <Button weight="secondary" disabled={pending} onClick={() => void beginTotp()}>
          Set up an authenticator app
        </Button>
      </div>
      <CancelSignIn returnTo={returnTo} />
    </div>
  );
}
