import { countryCode } from '../../data-types/country-codes';
import type { NormalPatient } from '../../hl7v2/normal-message';
import type { SentAddress } from './contract';

/** Countries as in records, which have two letters. */
export function addressTexts({ addresses }: Pick<NormalPatient, 'addresses'>): string[] {
  return addresses.map((address) => {
    const country = address.country && (countryCode(address.country) ?? address.country);
    return Object.values({ ...address, country })
      .filter(Boolean)
      .join(', ');
  });
}

/** The address for a new record. Null unless exactly one was sent: the user chooses among several. */
export function sentAddress({ addresses }: Pick<NormalPatient, 'addresses'>): SentAddress | null {
  const [sent, ...others] = addresses;
  if (!sent || others.length > 0) return null;
  const { street, other, city, state, postal_code, country } = sent;
  const code = country && countryCode(country);
  // A country without a code stays readable.
  const lines = [street, other, code ? null : country].filter((line) => line !== null);
  return { lines, city, state, postal_code, country: code };
}
