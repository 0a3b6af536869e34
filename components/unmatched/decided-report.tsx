/** What became of a report: filed, set aside or rejected. */
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { DecisionNotice, ToPatient } from './decision-notice';
import { patientName } from './texts';

const WORDS = { parked: 'Set aside', rejected: 'Rejected' } as const;

export function DecidedReport({ report }: { report: UnmatchedReportDetail }) {
  const { state, decided, reason, filed_to: to } = report;
  const isAside = state === 'parked' || state === 'rejected';
  return (
    <DecisionNotice
      kind={isAside ? 'info' : 'success'}
      word={isAside ? WORDS[state] : 'Filed'}
      decided={decided}
      reason={reason}
      href={to && `/patients/${to.patient.id}/results${to.result_id ? `/${to.result_id}` : ''}`}
    >
      {isAside ? null : <ToPatient name={to && patientName(to.patient)} />}
    </DecisionNotice>
  );
}
