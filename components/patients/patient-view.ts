/** What the portal shows of a patient: the parts of the contract's answer that screens read. */
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

/** Repeated in the heading of every dialog that acts on a patient. */
export function patientLine(patient: Pick<PatientView, 'name' | 'birth_date' | 'mrn'>): string {
  return `${isolate(formatShortName(patient.name))}, born ${formatDate(patient.birth_date)}, MRN ${patient.mrn}`;
}

/** @param patient `tab`: the name, or a word in its place where the organization wants no names in titles */
export const pageTitle = ({ tab }: { tab: string }, page: string): string => `${tab} · ${page}`;
