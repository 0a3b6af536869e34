import type { inboundReports } from '../../../db/schema/index';
import type { NormalReport, NormalTime } from '../../../hl7v2/normal-message';
import type { PatientFacts } from './patient-facts';

/** Facts for the list of unmatched reports, as sent. Long texts are truncated; details are parsed from the bytes. */
export type ReportFacts = Pick<
  typeof inboundReports.$inferInsert,
  | 'keyKind'
  | 'keyNumber'
  | 'fillerNumber'
  | 'reportedAt'
  | 'family'
  | 'given'
  | 'birthDate'
  | 'birthDateUnread'
  | 'sex'
  | 'mrn'
  | 'orderer'
>;

const LONGEST = 200;
export const cut = (text: string | null): string | null =>
  text === null ? null : [...text].slice(0, LONGEST).join('');

/** @param sentAt of the message */
export function reportFacts(
  report: NormalReport,
  { mrns }: PatientFacts,
  sentAt: NormalTime | null,
): ReportFacts {
  const [name] = report.patient.names;
  const reportedAt = report.reported_at ?? sentAt;
  return {
    keyKind: report.key?.kind ?? null,
    keyNumber: cut(report.key?.number ?? null),
    fillerNumber: cut(report.filler_number),
    reportedAt: reportedAt && new Date(reportedAt.at),
    family: cut(name?.family ?? null),
    given: cut([name?.given, name?.middle].filter(Boolean).join(' ') || null),
    birthDate: cut(report.patient.birth_date),
    birthDateUnread: cut(report.patient.birth_date_unread ?? null),
    sex: cut(report.patient.sex),
    mrn: cut(mrns.join(', ') || null),
    orderer: report.orderer,
  };
}

type PatientAsSent = Pick<ReportFacts, 'family' | 'given' | 'birthDate' | 'birthDateUnread' | 'sex' | 'mrn'>;

/** Of reports and documents. Two invalid birth dates may be of two patients. */
export const isSameAsSent = (one: PatientAsSent, other: PatientAsSent): boolean =>
  one.family === other.family &&
  one.given === other.given &&
  one.birthDate === other.birthDate &&
  one.birthDateUnread === other.birthDateUnread &&
  one.sex === other.sex &&
  one.mrn === other.mrn;
