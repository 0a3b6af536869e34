/** A search for a code as FHIR defines it. */
export interface CodeSearch {
  /** Undefined: any system. Null: only codes without one. */
  system: string | null | undefined;
  code: string;
}

export const LOINC_SYSTEM = 'http://loinc.org';
