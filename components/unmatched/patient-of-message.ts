/** What a laboratory wrote of its patient, as a form for a new one takes it; whoever creates the patient checks it. */
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import type { KnownPatient } from '../patients/known-patient';
import { sentDate } from './held-words';

/** Table 0001; what is not in it is chosen by the person. */
const SEXES: Record<string, string> = { F: 'female', M: 'male', O: 'other', U: 'unknown' };

export function patientOfMessage(report: UnmatchedReportDetail): KnownPatient {
  const { contacts } = report.sent;
  return {
    family: report.family ?? '',
    given: report.given ?? '',
    // A year alone is no birth date.
    birth_date: report.birth_date?.length === 10 ? sentDate(report.birth_date)! : '',
    sex: (report.sex !== null && Object.hasOwn(SEXES, report.sex) && SEXES[report.sex]) || '',
    mrn: report.mrn ?? '',
    phone: contacts.find((contact) => /^[+(]?[\d\s()./-]{5,}$/.test(contact)) ?? '',
    email: contacts.find((contact) => /^\S+@\S+$/.test(contact)) ?? '',
  };
}
