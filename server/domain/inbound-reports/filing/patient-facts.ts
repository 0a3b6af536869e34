import type { NormalIdentifier, NormalName, NormalPatient } from '../../../hl7v2/normal-message';

/** A message's patient data that are compared with records. */
export interface PatientFacts {
  /** The sender's copy of our MRN. Several only if the message is ambiguous. */
  mrns: string[];
  names: Pick<NormalName, 'family' | 'given' | 'middle'>[];
  /** A date, or only a month or a year. */
  birthDate: string | null;
  /** One was sent, but it is not a date. */
  isBirthDateInvalid?: boolean;
  sex: 'female' | 'male' | null;
}

/** Table 0203. MRN is not in the table but is often sent. */
const OURS = new Set(['MR', 'MRN']);
/** Types of the table that never identify a record here. */
const OTHERS =
  /^(SS|SSN|NI|NN.*|NH|NHS.*|DL|PPN|HC|MC|MA|AN|VN|BR|DN|EI|EN|FI|GI|JHN|LN|MB|MS|PN|PRN|RI|RRI|SL|SP|SR|TAX|UPIN|VS|WC|WCN|XX)$/i;

export function patientFacts(patient: NormalPatient, mrnAuthority: string | null): PatientFacts {
  return {
    mrns: [...new Set(mrnsOf(patient.identifiers, mrnAuthority).map(({ number }) => number.trim()))],
    names: patient.names,
    birthDate: patient.birth_date,
    isBirthDateInvalid: patient.birth_date_unread !== undefined,
    sex: patient.sex === 'F' ? 'female' : patient.sex === 'M' ? 'male' : null,
  };
}

/** A user who files by the name alone must give a reason. */
export const isNameOnly = ({ mrns, birthDate, isBirthDateInvalid }: PatientFacts): boolean =>
  mrns.length === 0 && birthDate === null && !isBirthDateInvalid;

/** What is compared with a patient (UUID). @param created the patient that `createdFrom` returned */
export const comparableFacts = (facts: PatientFacts, id: string, created: string | null): PatientFacts =>
  id === created ? { ...facts, mrns: [], isBirthDateInvalid: false } : facts;

/** Our MRN has the connection's configured authority; else it has type MR; else it is the only identifier. */
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
