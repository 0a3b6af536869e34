export const LOINC_NUMBER = /^\d{1,5}-\d$/;

/** LOINC numbers end with a Luhn (mod 10) check digit. */
export function hasLoincCheckDigit(number: string): boolean {
  const [digits = '', check = ''] = number.split('-');
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(check);
}
