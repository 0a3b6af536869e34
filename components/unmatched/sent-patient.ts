/** The patient data of a message that is compared with records. */
export interface SentPatient {
  family: string | null;
  given: string | null;
  birth_date: string | null;
  sex: string | null;
  mrn: string | null;
  /** `birth_date_unread`: as received, if it is not a valid date. */
  sent?: { addresses: readonly string[]; birth_date_unread: string | null };
}
