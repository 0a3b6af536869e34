/** What the forms of a patient check before the server does, so that all problems are shown together. */

export const FUTURE_BIRTH = 'Birth date cannot be in the future.';
export const INVALID_PHONE = 'Enter a phone number in digits. Example: +1 212 555 0143 ext. 5';
export const INVALID_EMAIL = 'Enter a valid email address. Example: name@example.com';

const EXTENSION = /(?:ext(?:ension)?\.?|x)\s*\d+\s*$/i;

/** At least three digits, and letters only before an extension. */
export function isPhoneNumber(typed: string): boolean {
  const number = typed.replace(EXTENSION, '');
  return !/\p{L}/u.test(number) && (number.match(/\p{Nd}/gu) ?? []).length >= 3;
}

/** The rule of zod, by which the server checks. */
export const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
