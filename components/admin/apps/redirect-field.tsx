'use client';
/** Redirect addresses, one a line, each judged while it is typed by the same rule that the server has. */
import { useState } from 'react';
import { redirectUriProblem, type AppKind } from '@/server/domain/oauth-apps/rules';
import { TextArea } from '../../ui/text-field';

interface RedirectFieldProps {
  kind: AppKind;
  addresses?: readonly string[];
  error?: string | undefined;
}

export const readAddresses = (text: string | null): string[] =>
  (text ?? '').split(/\s+/).filter((address) => address !== '');

export function RedirectField({ kind, addresses = [], error }: RedirectFieldProps) {
  const [text, setText] = useState(addresses.join('\n'));
  const wrong = readAddresses(text).flatMap((address) => {
    const problem = redirectUriProblem(address, kind);
    return problem ? [{ address, problem }] : [];
  });
  return (
    <div>
      <TextArea
        id="redirects"
        name="redirects"
        label="Redirect addresses"
        hint="Where people come back to, one a line, compared letter by letter. https://, or http://127.0.0.1 for programs on the same machine."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={3}
        required
        spellCheck={false}
        autoComplete="off"
        className="max-w-3xl"
        error={error}
      />
      <div role="status">
        {wrong.length > 0 ? (
          <ul className="mt-1 max-w-3xl list-disc pl-5 text-sm">
            {wrong.map(({ address, problem }) => (
              <li key={address} className="wrap-anywhere">
                {address} {problem}.
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
