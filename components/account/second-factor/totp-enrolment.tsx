'use client';
/** An authenticator app is added: the secret as picture and as text, then a first code that proves it was read. */
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';

export interface BegunTotp {
  secret: string;
  qr: string;
}

interface TotpEnrolmentProps {
  begun: BegunTotp;
  /** @returns what was wrong; nothing when it was right */
  confirm: (code: string) => Promise<string | null>;
  cancel?: () => void;
}

/** `ABCD EFGH …`, to be typed. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function TotpEnrolment({ begun, confirm, cancel }: TotpEnrolmentProps) {
  const [problem, setProblem] = useState('');
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('totp-code') ?? '').trim();
    setPending(true);
    setProblem('');
    setProblem((await confirm(code)) ?? '');
    setPending(false);
  }

  return (
    <form method="post" onSubmit={submit} className="max-w-xl space-y-4">
      <p>Scan the QR code with the app, or type the key. Then enter the code from the app.</p>
      {/* A picture of our own making inside the page: nothing is fetched. */}
      <img
        src={`data:image/svg+xml;base64,${btoa(begun.qr)}`}
        alt="QR code of the key below"
        width={208}
        height={208}
        className="size-52 border border-line"
      />
      <p>
        <span className="block font-semibold">Key</span>
        <code className="font-mono wrap-anywhere select-all">{grouped(begun.secret)}</code>
      </p>
      <TextField
        id="totp-code"
        name="totp-code"
        label="Code"
        hint="Six digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={10}
        className="max-w-64"
        error={problem || undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={pending}>
          {pending ? 'Checking' : 'Add app'}
        </Button>
        {cancel ? (
          <Button weight="secondary" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
