'use client';
/** Moves a filed report to another patient, after a dialog that shows both patients and requires a reason. */
import { useRouter } from 'next/navigation';
import { useRef, useState, type ReactNode } from 'react';
import type { Candidate, RematchedResult } from '@/server/domain/inbound-reports/contract';
import { MAX_REASON } from '@/server/domain/inbound-reports/rules';
import { UNDO_REASONS } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { sexWord } from '../format/sex';
import { showToast } from '../ui/toast';
import { ReasonDialog } from '../ui/reason-dialog';
import { likelyOrder } from './likely-order';
import { OrderChoice } from './order-choice';
import { patientName } from './texts';

type Person = Candidate['patient'];

interface RematchReportProps {
  resultId: string;
  from: Person;
  to: Person;
  orders: Candidate['orders'];
  hasEarlierVersions: boolean;
  /** From the patient as sent. */
  differences: ReactNode;
}

export function RematchReport({
  resultId,
  from,
  to,
  orders,
  hasEarlierVersions,
  differences,
}: RematchReportProps) {
  const router = useRouter();
  const [order, setOrder] = useState(() => likelyOrder(orders));
  const moved = useRef<RematchedResult | null>(null);
  const name = patientName(to);
  return (
    <ReasonDialog
      id={`move-reason-${to.id}`}
      maxLength={MAX_REASON}
      opener={{
        label: 'Move here',
        weight: 'secondary',
        name: `Move here, to ${name}`,
        onOpen: () => setOrder(likelyOrder(orders)),
      }}
      title={`Move report to ${isolate(name)}?`}
      confirm="Move report"
      onConfirm={async (reason) => {
        moved.current = await api.inboundReports.rematchLabResult.mutate({
          id: resultId,
          patient_id: to.id,
          reason,
          ...(order === '' ? {} : { order_id: order }),
        });
      }}
      explain={({ code, sentence, detail }) => (code === 'invalid_state' && detail ? detail : sentence)}
      done={() => {
        const { id } = moved.current!;
        showToast({
          sentence: `Report moved to ${isolate(name)}, MRN ${to.mrn}.`,
          patientId: to.id,
          undo: () => moveBack(id, from),
        });
        router.push(`/patients/${to.id}/results/${id}`);
        router.refresh();
      }}
    >
      <div className="mb-3 grid gap-4 sm:grid-cols-2">
        <Side title="From" person={from} />
        <Side title="To" person={to} />
      </div>
      {differences}
      <ul className="mb-3 list-disc pl-5">
        <li>Signatures are removed; the report becomes unsigned.</li>
        <li>Connected systems are notified.</li>
        <li>Later versions will be filed to the new chart.</li>
        <li>In the old chart, only administrators can still see it.</li>
        {hasEarlierVersions ? (
          <li>Earlier versions stay in the old chart, visible to administrators only.</li>
        ) : null}
      </ul>
      <OrderChoice id={`order-${to.id}`} orders={orders} value={order} choose={setOrder} />
    </ReasonDialog>
  );
}

async function moveBack(id: string, to: Person) {
  const report = await api.inboundReports.rematchLabResult.mutate({
    id,
    patient_id: to.id,
    reason: UNDO_REASONS.move,
    undo: true,
  });
  return {
    sentence: `Undone. The report is in the chart of ${isolate(patientName(to))} again, unsigned.`,
    href: `/patients/${to.id}/results/${report.id}`,
  };
}

function Side({ title, person }: { title: string; person: Person }) {
  return (
    <div className="border-l-4 border-control pl-3">
      <p className="text-sm text-ink-2">{title}</p>
      <p className="font-semibold wrap-anywhere">{patientName(person)}</p>
      <p>Born {formatDate(person.birth_date)}</p>
      <p>{sexWord(person.sex)}</p>
      <p className="wrap-anywhere">MRN {person.mrn}</p>
    </div>
  );
}
