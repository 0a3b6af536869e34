/** What a laboratory wrote of a patient, as far as records are compared with it. */
export interface SentPatient {
  family: string | null;
  given: string | null;
  birth_date: string | null;
  sex: string | null;
  mrn: string | null;
}
