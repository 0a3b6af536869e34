/** What the forms of a patient check before the server does, so that all problems are shown together. */

export const FUTURE_BIRTH = 'Birth date cannot be in the future.';
export const INVALID_PHONE = 'Enter a phone number in digits. Example: +1 212 555 0143 ext. 5';

/** As the server: it may be tomorrow already where the patient was born. */
export const isFutureDay = (day: string): boolean =>
  day > new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const EXTENSION = /(?:ext(?:ension)?\.?|x)\s*\d+\s*$/i;

/** At least three digits, and letters only before an extension. */
export function isPhoneNumber(typed: string): boolean {
  const number = typed.replace(EXTENSION, '');
  return !/\p{L}/u.test(number) && (number.match(/\p{Nd}/gu) ?? []).length >= 3;
}
