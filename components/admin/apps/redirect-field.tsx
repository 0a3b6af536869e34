'use client';
/** Redirect URIs, one per line, checked by the server's rule while typing. */
import { useState } from 'react';
import { redirectUriProblem, type AppKind } from '@/server/domain/oauth-apps/rules';
import type { Problem } from '../../ui/error-message';
import { TextArea } from '../../ui/text-field';
import type { AppControls } from './app-fields';

interface RedirectFieldProps {
  kind: AppKind;
  addresses?: readonly string[];
  field: ReturnType<AppControls['field']>;
}

export const readAddresses = (text: string | null): string[] =>
  (text ?? '').split(/\s+/).filter((address) => address !== '');

/** @throws Problem with all errors of the form */
export function assertApp(
  { name, redirects }: { name: string | null; redirects: string | null },
  kind: AppKind,
  scopes: readonly string[],
): void {
  const required = (pointer: string, message: string) => ({ pointer, code: 'required', message });
  const wrong = readAddresses(redirects).flatMap((uri) => redirectError(uri, kind) ?? []);
  const errors = [
    ...(name === null ? [required('/name', 'Enter a name.')] : []),
    ...(redirects === null ? [required('/redirect_uris', 'Enter at least one redirect URI.')] : []),
    // One field, so one error.
    ...(wrong.length > 0
      ? [{ pointer: '/redirect_uris', code: 'invalid_format', message: wrong.join('\n') }]
      : []),
    ...(scopes.length === 0 ? [required('/scopes', 'Select at least one permission.')] : []),
  ];
  if (errors.length > 0) throw { code: 'validation_failed', errors } satisfies Problem;
}

/** As a sentence with the URI; null if it can be registered. */
function redirectError(uri: string, kind: AppKind): string | null {
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
