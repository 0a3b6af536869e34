'use client';
/** Files a report at a patient, after a question: at which order, and why although something contradicts. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { MAX_REASON, type SameNumber } from '@/server/domain/inbound-reports/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { SelectField } from '../ui/select-field';
import { TextArea } from '../ui/text-field';
import { OrderChoice } from './order-choice';

interface MatchReportProps {
  reportId: string;
  patient: { id: string; name: string };
  orders: Candidate['orders'];
  /** Patient and report contradict each other. */
  needsReason: boolean;
  /** A report is filed under the same number: here or at another patient, and whether its times decide. */
  filed: { here: boolean; patientName: string; unclear: boolean } | null;
}

const SAME_NUMBER_WORDS: Readonly<Record<SameNumber, string>> = {
  newest: 'The newest version of the filed report',
  another_report: 'Another report with the same number',
};

export function MatchReport({ reportId, patient, orders, needsReason, filed }: MatchReportProps) {
  const router = useRouter();
  const [order, setOrder] = useState('');
  const [reason, setReason] = useState('');
  const [relation, setRelation] = useState<SameNumber | ''>('');
  const given = reason.trim();
  const mustRelate = filed !== null && (!filed.here || filed.unclear);
  const relations: SameNumber[] = filed?.here ? ['newest', 'another_report'] : ['another_report'];
  function reset() {
    setOrder('');
    setReason('');
    setRelation('');
  }
  return (
    <ConfirmDialog
      opener={{
        label: 'File here',
        weight: 'secondary',
        name: `File the report at ${patient.name}`,
        onOpen: reset,
      }}
      title={`File the report at ${isolate(patient.name)}?`}
      confirm="File here"
      keep="Cancel"
      ready={(!needsReason || given !== '') && (!mustRelate || relation !== '')}
      act={() =>
        api.inboundReports.matchReport.mutate({
          id: reportId,
          patient_id: patient.id,
          ...(order === '' ? {} : { order_id: order }),
          ...(given === '' ? {} : { reason: given }),
          ...(relation === '' ? {} : { same_number: relation }),
        })
      }
      explain={({ code, fields, sentence }) =>
        code === 'validation_failed' && fields[0] ? `A reason ${fields[0].message}.` : sentence
      }
      done={() => {
        announce(`The report is filed at ${patient.name}.`);
        router.push('/unmatched');
        router.refresh();
      }}
    >
      <p className="mb-3">
        Everyone who opens the chart sees it. Later versions of this report are filed there automatically.
      </p>
      {filed ? (
        <>
          {filed.here ? null : (
            <p className="mb-3">
              A report with this number is filed for {isolate(filed.patientName)}. If it is the same report,
              move it first.
            </p>
          )}
          <SelectField
            id={`relation-${patient.id}`}
            label="This report is"
            className="mb-3"
            optional={!mustRelate}
            empty={mustRelate ? 'Choose' : 'A version of the filed report, by its times'}
            value={relation}
            onChange={(event) => setRelation(event.currentTarget.value as SameNumber | '')}
            options={relations.map((value) => ({ value, label: SAME_NUMBER_WORDS[value] }))}
          />
        </>
      ) : null}
      <OrderChoice id={`order-${patient.id}`} orders={orders} value={order} choose={setOrder} />
      <TextArea
        id={`reason-${patient.id}`}
        label={needsReason ? 'Why it is this patient although the data differ' : 'Remark'}
        optional={!needsReason}
        maxLength={MAX_REASON}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
