/** What a laboratory wrote of its patient, as a form for a new one takes it; whoever creates the patient checks it. */
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { SEX_OF_CODE } from '@/server/domain/patients/rules';
import type { KnownPatient } from '../patients/known-patient';
import { sentDate } from './held-words';

export function patientOfMessage(report: UnmatchedReportDetail): KnownPatient {
  const { contacts } = report.sent;
  return {
    family: report.family ?? '',
    given: report.given ?? '',
    // A year alone is no birth date.
    birth_date: report.birth_date?.length === 10 ? sentDate(report.birth_date)! : '',
    // A code that is not in the table is chosen by the person.
    sex: (report.sex !== null && Object.hasOwn(SEX_OF_CODE, report.sex) && SEX_OF_CODE[report.sex]) || '',
    mrn: report.mrn ?? '',
    phone: contacts.find((contact) => /^[+(]?[\d\s()./-]{5,}$/.test(contact)) ?? '',
    email: contacts.find((contact) => /^\S+@\S+$/.test(contact)) ?? '',
  };
}
