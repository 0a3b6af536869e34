'use client';
/** What people note of an order on its way: handed over, specimen taken, refused, or no longer wanted. */
import { useRouter } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import type { OrderStatus } from '@/server/data-types/lab-order-codes';
import {
  canCancel,
  canCollect,
  canReject,
  canSend,
  MAX_ORDER_REASON,
} from '@/server/domain/lab-orders/rules';
import { api } from '../client/client';
import type { ButtonWeight } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';

interface OrderActionsProps {
  id: string;
  status: OrderStatus;
  /** What was ordered, for the question. */
  tests: string;
  patientLine: string;
  /** The page offers it automatically. */
  hideHandOver?: boolean;
}

interface HandOverProps extends Pick<OrderActionsProps, 'id' | 'tests' | 'patientLine'> {
  weight: ButtonWeight;
}

/** The service transmits no orders: a person hands the requisition over and notes it here. */
export function HandOver({ id, tests, patientLine, weight }: HandOverProps) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: HANDED, weight, name: `${HANDED}: ${tests}` }}
      title={`Handed to the laboratory? ${tests} for ${patientLine}`}
      confirm="Mark as handed over"
      keep="Cancel"
      act={() => api.labOrders.sendLabOrder.mutate({ id })}
      done={() => {
        announce('Marked as handed to the laboratory.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        {TOLD} The service sends nothing to the laboratory itself: hand over the requisition, or enter the
        order in the laboratory&apos;s own portal.
      </p>
    </ConfirmDialog>
  );
}

const HANDED = 'Mark as handed to the laboratory';
const TOLD = 'The moment is kept with the order, and connected systems are told.';

export function OrderActions({ id, status, tests, patientLine, hideHandOver = false }: OrderActionsProps) {
  const router = useRouter();
  const done = (sentence: string) => () => {
    announce(sentence);
    router.refresh();
  };
  const about = `${tests} for ${patientLine}`;
  return (
    <div className="mt-1 flex flex-wrap gap-x-4">
      {canSend(status) && !hideHandOver ? (
        <HandOver id={id} tests={tests} patientLine={patientLine} weight="quiet" />
      ) : null}
      {canCollect(status) ? (
        <ConfirmDialog
          opener={{ label: 'Collected', weight: 'quiet', name: `Collected: ${tests}` }}
          title={`Specimen collected now? ${about}`}
          confirm="Mark as collected"
          keep="Not yet"
          act={() => api.labOrders.collectLabOrder.mutate({ id })}
          done={done('Marked as collected.')}
        >
          <p className="mb-3">{TOLD}</p>
        </ConfirmDialog>
      ) : null}
      {canReject(status) ? (
        <WithReason
          id={`reject-reason-${id}`}
          label="Rejected by lab"
          name={`Rejected by lab: ${tests}`}
          title={`Rejected by the laboratory? ${about}`}
          confirm="Mark as rejected"
          keep="Not rejected"
          field="What the laboratory said"
          act={(reason) => api.labOrders.rejectLabOrder.mutate({ id, reason })}
          done={done('Marked as rejected by the laboratory.')}
        >
          The order ends here, with what the laboratory said, and connected systems are told. A result that
          arrives all the same is filed. This cannot be undone; collect again or order anew.
        </WithReason>
      ) : null}
      {canCancel(status) ? (
        <WithReason
          id={`cancel-reason-${id}`}
          label="Cancel"
          name={`Cancel: ${tests}`}
          title={`Cancel this order? ${about}`}
          confirm="Cancel the order"
          keep="Keep it"
          field="Why it is cancelled"
          act={(reason) => api.labOrders.cancelLabOrder.mutate({ id, reason })}
          done={done('The order is cancelled.')}
        >
          It stays in the list with your reason, and connected systems are told. Tell the laboratory as well:
          a result that arrives all the same is filed. This cannot be undone; order anew instead.
        </WithReason>
      ) : null}
    </div>
  );
}

interface WithReasonProps {
  id: string;
  label: string;
  name: string;
  title: string;
  confirm: string;
  keep: string;
  field: string;
  act: (reason: string) => Promise<unknown>;
  done: () => void;
  children: ReactNode;
}

/** What cannot be undone asks why, and is not done before somebody has said it. */
function WithReason({ id, label, name, field, act, children, ...question }: WithReasonProps) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      {...question}
      opener={{ label, weight: 'quiet', name, onOpen: () => setReason('') }}
      ready={reason.trim() !== ''}
      act={() => act(reason.trim())}
    >
      <p className="mb-3">{children}</p>
      <TextArea
        id={id}
        label={field}
        maxLength={MAX_ORDER_REASON}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
