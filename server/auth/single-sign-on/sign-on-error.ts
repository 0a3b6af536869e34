import type { SignOnReason } from '../../data-types/sign-on-codes';

/** A failed single sign-on. `detail` is for administrators; the other two are as sent by the provider. */
export class SignOnError extends Error {
  readonly error: string | null;
  readonly errorDescription: string | null;
  /** UUID of the user, if known. */
  userId: string | null = null;
  constructor(
    readonly reason: SignOnReason,
    readonly detail: string | null = null,
    sent: { error?: unknown; error_description?: unknown } = {},
  ) {
    super(reason);
    this.error = plainText(sent.error, 60);
    this.errorDescription = plainText(sent.error_description, 300);
  }
}

/** Texts of a provider are shown as text, without control or direction characters. */
function plainText(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, most);
  return text === '' ? null : text;
}
