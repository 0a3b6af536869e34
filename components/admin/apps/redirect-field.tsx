'use client';
/** Redirect URIs, one per line, checked by the server's rule while typing. */
import { useState } from 'react';
import { redirectUriProblem, type AppKind } from '@/server/domain/oauth-apps/rules';
import { TextArea } from '../../ui/text-field';
import type { AppControls } from './app-fields';

interface RedirectFieldProps {
  kind: AppKind;
  addresses?: readonly string[];
  field: ReturnType<AppControls['field']>;
}

export const readAddresses = (text: string | null): string[] =>
  (text ?? '').split(/\s+/).filter((address) => address !== '');

/** As a sentence with the URI; null if it can be registered. */
export function redirectError(uri: string, kind: AppKind): string | null {
  const problem = redirectUriProblem(uri, kind);
  return problem && `“${uri}” ${problem}.`;
}

export function RedirectField({ kind, addresses = [], field }: RedirectFieldProps) {
  const [text, setText] = useState(addresses.join('\n'));
  const wrong = readAddresses(text).flatMap((address) => {
    const error = redirectError(address, kind);
    // The error of the field is not repeated.
    return error && !field.error?.includes(error) ? [{ address, error }] : [];
  });
  return (
    <div>
      <TextArea {...field} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <div role="status">
        {wrong.length > 0 ? (
          <ul className="mt-1 max-w-3xl list-disc pl-5 text-sm">
            {wrong.map(({ address, error }) => (
              <li key={address} className="wrap-anywhere">
                {error}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
