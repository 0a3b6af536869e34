/** The patient of a laboratory message as initial values of the form for a new patient. The user checks them. */
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { SEX_OF_CODE } from '@/server/domain/patients/rules';
import type { PatientPrefill } from '../patients/patient-prefill';
import { sentDate } from './texts';

export function prefillPatient(report: UnmatchedReportDetail): PatientPrefill {
  const { contacts } = report.sent;
  return {
    family: report.family ?? '',
    given: report.given ?? '',
    // A year alone is not a birth date.
    birth_date: report.birth_date?.length === 10 ? sentDate(report.birth_date)! : '',
    // The user chooses the sex for a code that is not in the table.
    sex: (report.sex !== null && Object.hasOwn(SEX_OF_CODE, report.sex) && SEX_OF_CODE[report.sex]) || '',
    mrn: report.mrn ?? '',
    phone: contacts.find((contact) => /^[+(]?[\d\s()./-]{5,}$/.test(contact)) ?? '',
    email: contacts.find((contact) => /^\S+@\S+$/.test(contact)) ?? '',
  };
}
