/** The patient data of a message that is compared with records. */
export interface SentPatient {
  family: string | null;
  given: string | null;
  birth_date: string | null;
  sex: string | null;
  mrn: string | null;
  sent?: { addresses: readonly string[] };
}
