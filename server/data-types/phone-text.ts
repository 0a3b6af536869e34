/** Phone numbers as people read them. With the metadata of all countries: for the server only. */
import parsePhoneNumber from 'libphonenumber-js';

/** `+12025550101` → `+1 202 555 0101`. Text that is not a number with a country code is returned unchanged. */
export function formatPhone(value: string): string {
  const parsed = parsePhoneNumber(value);
  return parsed?.isPossible() ? parsed.formatInternational() : value;
}
