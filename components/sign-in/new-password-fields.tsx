import type { Problem } from '../ui/error-message';
import { PasswordField } from '../ui/password-field';

/** As in `server/auth/password-rule.ts`. Of a shorter password the server reports the length, which is fixed first. */
export const SHORTEST_PASSWORD = 15;

/** @throws Problem if the two passwords differ */
export function assertSame(data: FormData): string {
  const [password, repeated] = [String(data.get('new_password') ?? ''), String(data.get('repeated') ?? '')];
  if (password === repeated || password.length < SHORTEST_PASSWORD) return password;
  const errors = [{ pointer: '/repeated', code: 'not_allowed', message: 'The passwords do not match.' }];
  throw { code: 'validation_failed', errors } satisfies Problem;
}

export function NewPasswordFields({ at }: { at: (pointer: string) => string | undefined }) {
  return (
    <>
      <PasswordField
        id="new_password"
        name="new_password"
        label="New password"
        hint="15 to 128 characters of any kind. Several words are easy to remember and hard to guess."
        autoComplete="new-password"
        required
        maxLength={512}
        error={at('/new_password') ?? at('/password')}
      />
      <PasswordField
        id="repeated"
        name="repeated"
        label="Repeat new password"
        autoComplete="new-password"
        required
        maxLength={512}
        error={at('/repeated')}
      />
    </>
  );
}
