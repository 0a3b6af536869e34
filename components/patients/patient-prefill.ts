/** Initial values of the form for a new patient, as they would be typed. */
export interface PatientPrefill {
  family: string;
  given: string;
  birth_date: string;
  sex: string;
  mrn: string;
  phone: string;
  email: string;
  address_line: string;
  postal_code: string;
  city: string;
  state: string;
  country: string;
}

export const EMPTY_PREFILL: PatientPrefill = {
  family: '',
  given: '',
  birth_date: '',
  sex: '',
  mrn: '',
  phone: '',
  email: '',
  address_line: '',
  postal_code: '',
  city: '',
  state: '',
  country: '',
};
