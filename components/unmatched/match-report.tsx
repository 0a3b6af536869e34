'use client';
/** Files a report to a patient, after a question for its order, its relation to a filed report and a reason. */
import { useRef, useState, type ReactNode } from 'react';
import type { Candidate, MatchedReport } from '@/server/domain/inbound-reports/contract';
import type { SameNumber } from '@/server/domain/inbound-reports/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { notifyInboxChanged } from '../inbox/inbox-queries';
import { showToast } from '../ui/toast';
import { SelectField } from '../ui/select-field';
import { useBackToList } from './list-place';
import { MatchHere, type MatchedPatient } from './match-here';
import { likelyOrder } from './likely-order';
import { OrderChoice } from './order-choice';

interface MatchReportProps {
  reportId: string;
  patient: MatchedPatient;
  orders: Candidate['orders'];
  /** Patient and report contradict each other, so that a reason is required. */
  differences: ReactNode;
  /** Neither MRN nor birth date were sent. */
  isNameOnly: boolean;
  /** A report is filed under the same number: to this or another patient, and whether its times decide. */
  filed: { here: boolean; patientName: string; unclear: boolean } | null;
  /** URL of the list that the report is in. */
  list: string;
}

const SAME_NUMBER_WORDS: Readonly<Record<SameNumber, string>> = {
  newest: 'The newest version of the filed report',
  another_report: 'Another report with the same number',
};

export function MatchReport({
  reportId,
  patient,
  orders,
  differences,
  isNameOnly,
  filed,
  list,
}: MatchReportProps) {
  const back = useBackToList(list);
  const [order, setOrder] = useState(() => likelyOrder(orders));
  const matched = useRef<MatchedReport | null>(null);
  const [relation, setRelation] = useState<SameNumber | ''>('');
  const mustRelate = filed !== null && (!filed.here || filed.unclear);
  const relations: SameNumber[] = filed?.here ? ['newest', 'another_report'] : ['another_report'];
  function reset() {
    setOrder(likelyOrder(orders));
    setRelation('');
  }
  return (
    <MatchHere
      itemId={reportId}
      what="report"
      patient={patient}
      needsReason={differences !== null}
      isNameOnly={isNameOnly}
      missing={mustRelate && relation === '' ? 'Choose what this report is.' : null}
      onOpen={reset}
      onConfirm={async (given) => {
        matched.current = await api.inboundReports.matchReport.mutate({
          id: reportId,
          patient_id: patient.id,
          ...(order === '' ? {} : { order_id: order }),
          ...given,
          ...(relation === '' ? {} : { same_number: relation }),
        });
      }}
      done={() => {
        notifyInboxChanged();
        const report = matched.current?.result_id;
        showToast({
          sentence: `Report filed to ${isolate(patient.name)}, MRN ${patient.mrn}.`,
          link: {
            href: `/patients/${patient.id}/results${report ? `/${report}` : ''}`,
            label: 'Open in chart',
          },
        });
        back();
      }}
    >
      {differences}
      <p className="mb-3">
        It will be visible in the chart, where it can be moved to another patient. Later versions will be
        filed automatically.
      </p>
      {filed ? (
        <>
          {filed.here ? null : (
            <p className="mb-3">
              A report with this number is already filed to {isolate(filed.patientName)}. If it is the same
              report, move that one first.
            </p>
          )}
          <SelectField
            id={`relation-${patient.id}`}
            label="This report is"
            className="mb-3"
            optional={!mustRelate}
            empty={mustRelate ? 'Choose' : 'A version of the filed report (decided by time)'}
            value={relation}
            onChange={(event) => setRelation(event.currentTarget.value as SameNumber | '')}
            options={relations.map((value) => ({ value, label: SAME_NUMBER_WORDS[value] }))}
          />
        </>
      ) : null}
      <OrderChoice id={`order-${patient.id}`} orders={orders} value={order} choose={setOrder} />
    </MatchHere>
  );
}
