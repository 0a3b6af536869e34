import type { Patient } from '@/server/domain/patients/contract';
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
>;

/** Identifies the patient in every dialog that acts on a record. */
export function patientLine(patient: Pick<PatientView, 'name' | 'birth_date' | 'mrn'>): string {
  return `${isolate(formatShortName(patient.name))}, born ${formatDate(patient.birth_date)}, MRN ${patient.mrn}`;
}

/** @param patient `tab`: the name, or a neutral word if the organization hides names in titles */
export const pageTitle = ({ tab }: { tab: string }, page: string): string => `${tab} · ${page}`;
