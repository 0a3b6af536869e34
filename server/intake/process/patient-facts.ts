import type { NormalIdentifier, NormalName, NormalPatient } from '../hl7v2/normal-form';

/** What a message says of its patient, as far as records are compared with it. */
export interface PatientFacts {
  /** Our number for the patient, as the sender has it. Several only where the message itself does not decide. */
  mrns: string[];
  names: Pick<NormalName, 'family' | 'given' | 'middle'>[];
  /** Only a whole date. */
  birthDate: string | null;
  sex: 'female' | 'male' | null;
}

/** Table 0203. MRN is no code of it and is sent all the same. */
const OURS = new Set(['MR', 'MRN']);
/** Kinds of the table that are never the number of a record here. */
const OTHERS =
  /^(SS|SSN|NI|NN.*|NH|NHS.*|DL|PPN|HC|MC|MA|AN|VN|BR|DN|EI|EN|FI|GI|JHN|LN|MB|MS|PN|PRN|RI|RRI|SL|SP|SR|TAX|UPIN|VS|WC|WCN|XX)$/i;

export function patientFacts(patient: NormalPatient, mrnAuthority: string | null): PatientFacts {
  return {
    mrns: [...new Set(mrnsOf(patient.identifiers, mrnAuthority).map(({ number }) => number.trim()))],
    names: patient.names,
    birthDate: patient.birth_date?.length === 10 ? patient.birth_date : null,
    sex: patient.sex === 'F' ? 'female' : patient.sex === 'M' ? 'male' : null,
  };
}

/** Whose number is ours is said by the connection; else it is the one of type MR, else the only one there is. */
function mrnsOf(sent: readonly NormalIdentifier[], authority: string | null): NormalIdentifier[] {
  const isOurs = ({ type }: NormalIdentifier) => OURS.has((type ?? '').toUpperCase());
  if (authority !== null) {
    const wanted = authority.trim().toLowerCase();
    const given = sent.filter((identifier) => identifier.authority?.trim().toLowerCase() === wanted);
    const typed = given.filter(isOurs);
    return typed.length > 0 ? typed : given;
  }
  const typed = sent.filter(isOurs);
  if (typed.length > 0) return typed;
  return sent.length === 1 && !OTHERS.test(sent[0]!.type ?? '') ? [...sent] : [];
}
