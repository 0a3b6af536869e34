import { randomInt } from 'node:crypto';

/**
 * Numbers that people read aloud and scan: ten digits and a Luhn check digit (ISO/IEC 7812-1, annex B). Random, so that
 * numbers need no shared counter and do not reveal volume.
 */
export function newNumber(): string {
  const digits = String(randomInt(1_000_000_000, 9_999_999_999));
  return digits + luhn(digits);
}

function luhn(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}
