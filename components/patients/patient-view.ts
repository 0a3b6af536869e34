import type { Patient, PatientIdentity } from '@/server/domain/patients/contract';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { formatShortName } from '../format/names';

export type PatientView = Pick<
  Patient,
  | 'id'
  | 'mrn'
  | 'name'
  | 'birth_date'
  | 'birth_date_estimated'
  | 'sex'
  | 'status'
  | 'deceased_at'
  | 'phones'
  | 'addresses'
  | 'identifiers'
  | 'restricted'
>;

/** The identity of a patient whose chart the user may see. */
export type OpenIdentity = PatientIdentity & Pick<PatientView, 'birth_date' | 'sex' | 'mrn'>;

export const isOpen = (identity: PatientIdentity): identity is OpenIdentity => identity.birth_date !== null;

/** Identifies the patient in every dialog that acts on a record. */
export function patientLine(patient: Pick<PatientIdentity, 'name' | 'birth_date' | 'mrn'>): string {
  if (patient.birth_date === null) return `${formatShortName(patient.name)} (restricted chart)`;
  return `${isolate(formatShortName(patient.name))}, born ${formatDate(patient.birth_date)}, MRN ${patient.mrn}`;
}

/** @param patient `tab`: the name, or a neutral word if the organization hides names in titles */
export const pageTitle = ({ tab }: { tab: string }, page: string): string => `${tab} · ${page}`;
