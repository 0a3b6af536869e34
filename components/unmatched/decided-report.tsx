/** What became of a report: filed, set aside or rejected. */
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { QUEUE_VIEW_WORDS } from '@/server/domain/inbound-reports/rules';
import { DecisionNotice, ToPatient } from './decision-notice';
import { patientName } from './texts';

export function DecidedReport({ report }: { report: UnmatchedReportDetail }) {
  const { state, decided, reason, filed_to: to } = report;
  const isAside = state === 'parked' || state === 'rejected';
  return (
    <DecisionNotice
      kind={isAside ? 'info' : 'success'}
      word={isAside ? QUEUE_VIEW_WORDS[state] : 'Filed'}
      decided={decided}
      reason={reason}
      href={to && `/patients/${to.patient.id}/results${to.result_id ? `/${to.result_id}` : ''}`}
    >
      {isAside ? null : <ToPatient name={to && patientName(to.patient)} />}
    </DecisionNotice>
  );
}
