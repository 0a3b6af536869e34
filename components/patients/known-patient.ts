/** What a form for a new patient is filled with at first. Plain texts, as they would be typed. */
export interface KnownPatient {
  family: string;
  given: string;
  birth_date: string;
  sex: string;
  mrn: string;
  phone: string;
  email: string;
}

export const NOTHING_KNOWN: KnownPatient = {
  family: '',
  given: '',
  birth_date: '',
  sex: '',
  mrn: '',
  phone: '',
  email: '',
};
