'use client';
/** Files a report at a patient, after a question: at which order, and why although something contradicts. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { MAX_REASON } from '@/server/domain/inbound-reports/rules';
import { api } from '../api/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';
import { OrderChoice } from './order-choice';

interface MatchReportProps {
  reportId: string;
  patient: { id: string; name: string };
  orders: Candidate['orders'];
  /** Patient and report contradict each other. */
  needsReason: boolean;
}

export function MatchReport({ reportId, patient, orders, needsReason }: MatchReportProps) {
  const router = useRouter();
  const [order, setOrder] = useState('');
  const [reason, setReason] = useState('');
  const given = reason.trim();
  function reset() {
    setOrder('');
    setReason('');
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
      keep="Do not file"
      ready={!needsReason || given !== ''}
      act={() =>
        api.inboundReports.matchReport.mutate({
          id: reportId,
          patient_id: patient.id,
          ...(order === '' ? {} : { order_id: order }),
          ...(given === '' ? {} : { reason: given }),
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
        Everybody who opens the chart will see it. Later versions of this report will be filed there by
        themselves.
      </p>
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
