import type { ReportOfMessage } from '@/server/domain/inbound-messages/contract';
import { REPORT_NUMBER_WORDS } from '@/server/domain/inbound-reports/rules';
import { formatDate } from '../../format/dates';
import { formatShortName } from '../../format/names';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { sexInLine } from '../../unmatched/texts';
import { OUTCOME_WORDS, REPORT_WORDS } from './message-words';
import { matchingReasons } from './matching-reasons';
import { ReasonList } from './reason-list';

export function MessageReports({ reports }: { reports: readonly ReportOfMessage[] }) {
  return (
    <DataTable caption="Reports" columns={['Report', 'Patient as sent', 'Result', 'Reason']}>
      {reports.map((report) => (
        <Row key={report.id}>
          <RowHead className="wrap-anywhere">
            {report.key_kind && report.key_number ? (
              <>
                {REPORT_NUMBER_WORDS[report.key_kind]} <code className="font-mono">{report.key_number}</code>
              </>
            ) : (
              `Report ${report.position + 1}, no number`
            )}
          </RowHead>
          <Cell label="Patient as sent" className="wrap-anywhere">
            <PatientAsSent {...report} />
          </Cell>
          <Cell label="Result">
            <Outcome report={report} />
          </Cell>
          <Cell label="Reason">
            <ReasonList reasons={matchingReasons(report.why)} of={report} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

/** States of reports that have a page in the list of unmatched reports. */
const WITH_A_PAGE = new Set<ReportOfMessage['state']>(['unmatched', 'conflict', 'parked', 'rejected']);

function PatientAsSent({ family, given, birth_date, sex, mrn }: ReportOfMessage) {
  const name = family ? formatShortName({ family, given: given ? [given] : [] }) : given;
  return (
    <>
      <strong>{name || 'Name not sent'}</strong>
      <span className="block text-sm">
        Born {birth_date ? formatDate(birth_date) : 'not sent'} · {sexInLine(sex)} · MRN {mrn ?? 'not sent'}
      </span>
    </>
  );
}

function Outcome({ report }: { report: ReportOfMessage }) {
  const { patient_id, result_id, order_id, outcome, state, why } = report;
  const candidate = patient_id === null ? why.candidate_id : null;
  return (
    <>
      <span className={state === 'unmatched' || state === 'conflict' ? 'font-semibold text-abnormal' : ''}>
        {REPORT_WORDS[state]}
        {outcome ? `, ${OUTCOME_WORDS[outcome]}` : ''}
      </span>
      {patient_id ? (
        <span className="flex flex-wrap gap-x-3">
          <TextLink href={`/patients/${patient_id}`}>Patient</TextLink>
          {result_id ? (
            <TextLink href={`/patients/${patient_id}/results/${result_id}`}>Report</TextLink>
          ) : null}
          {order_id ? <TextLink href={`/patients/${patient_id}/orders`}>Orders</TextLink> : null}
        </span>
      ) : null}
      {WITH_A_PAGE.has(state) || outcome === 'stale' ? (
        <TextLink href={`/unmatched/${report.id}`} className="block">
          {linkWords(report)}
        </TextLink>
      ) : null}
      {candidate ? (
        <TextLink href={`/patients/${candidate}`} className="block">
          {state === 'test' && why.problem === null ? 'Would be filed to this patient' : 'Patient by number'}
        </TextLink>
      ) : null}
    </>
  );
}

function linkWords({ state, outcome }: ReportOfMessage): string {
  if (state === 'filed' && outcome === 'stale') return 'Compare both versions';
  return state === 'unmatched' || state === 'conflict' ? 'Review match' : 'Open report';
}
