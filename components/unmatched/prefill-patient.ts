/** The patient of a message as initial values of the form for a new patient. The user checks them. */
import { SEX_OF_CODE } from '@/server/domain/patients/rules';
import type { SentAddress } from '@/server/domain/inbound-reports/contract';
import { EMPTY_PREFILL, type PatientPrefill } from '../patients/patient-prefill';
import type { SentPatient } from './sent-patient';
import { sentDate } from './texts';

export function prefillPatient(
  sent: SentPatient & { sent: { contacts: readonly string[]; address?: SentAddress | null } },
): PatientPrefill {
  const { contacts, address } = sent.sent;
  return {
    ...EMPTY_PREFILL,
    family: sent.family ?? '',
    given: sent.given ?? '',
    // A year alone is not a birth date.
    birth_date: sent.birth_date?.length === 10 ? sentDate(sent.birth_date)! : '',
    // The user chooses the sex for a code that is not in the table.
    sex: (sent.sex !== null && Object.hasOwn(SEX_OF_CODE, sent.sex) && SEX_OF_CODE[sent.sex]) || '',
    // Several are separated by commas; the user chooses.
    mrn: sent.mrn?.includes(',') ? '' : (sent.mrn ?? ''),
    phone: contacts.find((contact) => /^[+(]?[\d\s()./-]{5,}$/.test(contact)) ?? '',
    email: contacts.find((contact) => /^\S+@\S+$/.test(contact)) ?? '',
    ...(address ? addressFields(address) : {}),
  };
}

const addressFields = ({ lines, city, state, postal_code, country }: SentAddress) => ({
  address_line: lines.join(', '),
  city: city ?? '',
  state: state ?? '',
  postal_code: postal_code ?? '',
  country: country ?? '',
});
