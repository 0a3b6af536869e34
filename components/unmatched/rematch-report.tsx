'use client';
/** Moves a filed report to another patient, after a question that shows both beside each other and asks for the reason. */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { Candidate, RematchedResult } from '@/server/domain/inbound-reports/contract';
import { MAX_REASON } from '@/server/domain/inbound-reports/rules';
import { api } from '../client/client';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { sexWord } from '../format/names';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';
import { OrderChoice } from './order-choice';

type Person = Candidate['patient'];

interface RematchReportProps {
  resultId: string;
  from: Person;
  to: Person;
  orders: Candidate['orders'];
}

export function RematchReport({ resultId, from, to, orders }: RematchReportProps) {
  const router = useRouter();
  const [order, setOrder] = useState('');
  const [reason, setReason] = useState('');
  const moved = useRef<RematchedResult | null>(null);
  const given = reason.trim();
  const name = `${to.given} ${to.family}`;
  return (
    <ConfirmDialog
      opener={{
        label: 'Move here',
        weight: 'secondary',
        name: `Move the report to ${name}`,
        onOpen: () => {
          setOrder('');
          setReason('');
        },
      }}
      title={`Move the report to ${isolate(name)}?`}
      confirm="Move the report"
      keep="Leave it"
      ready={given !== ''}
      act={async () => {
        moved.current = await api.inboundReports.rematchLabResult.mutate({
          id: resultId,
          patient_id: to.id,
          reason: given,
          ...(order === '' ? {} : { order_id: order }),
        });
      }}
      explain={({ code, fields, sentence, detail }) =>
        code === 'validation_failed' && fields[0]
          ? `A reason ${fields[0].message}.`
          : code === 'invalid_state' && detail
            ? detail
            : sentence
      }
      done={() => {
        announce(`The report is filed at ${name} now.`);
        router.push(`/patients/${to.id}/results/${moved.current!.id}`);
        router.refresh();
      }}
    >
      <div className="mb-3 grid gap-4 sm:grid-cols-2">
        <Side title="It leaves" person={from} />
        <Side title="It goes to" person={to} />
      </div>
      <p className="mb-3">
        Signatures do not move: it waits for one again. Programs that had it are told to drop it, and later
        versions will be filed at <bdi>{name}</bdi>. Only administrators still see it where it was.
      </p>
      <OrderChoice id={`order-${to.id}`} orders={orders} value={order} choose={setOrder} />
      <TextArea
        id={`move-reason-${to.id}`}
        label="Why it belongs to this patient"
        maxLength={MAX_REASON}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

function Side({ title, person }: { title: string; person: Person }) {
  return (
    <div className="border-l-4 border-control pl-3">
      <p className="text-sm text-ink-2">{title}</p>
      <p className="font-semibold wrap-anywhere">
        {person.family}, {person.given}
      </p>
      <p>Born {formatDate(person.birth_date)}</p>
      <p>{sexWord(person.sex)}</p>
      <p className="wrap-anywhere">MRN {person.mrn}</p>
    </div>
  );
}
