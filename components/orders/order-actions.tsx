'use client';
/** Status changes of an order that users record: sent, collected, rejected, canceled. */
import { useRouter } from 'next/navigation';
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
import { LinkButton } from '../ui/link-button';
import { showToast } from '../ui/toast';
import { ReasonDialog } from '../ui/reason-dialog';

interface OrderActionsProps {
  id: string;
  status: OrderStatus;
  tests: string;
  patientLine: string;
  /** The form filled from this order; null if no tests can be ordered for the patient. */
  again: string | null;
  /** The page shows `MarkAsSent` elsewhere. */
  hideSend?: boolean;
}

interface MarkAsSentProps extends Pick<OrderActionsProps, 'id' | 'tests' | 'patientLine'> {
  weight: ButtonWeight;
}

const NOTIFIED = 'The time is recorded, and connected systems are notified.';

/** The service transmits no orders: a user sends the requisition and records it here. */
export function MarkAsSent({ id, tests, patientLine, weight }: MarkAsSentProps) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Mark as sent', weight, name: `Mark as sent: ${tests}` }}
      title={`Sent to the laboratory? ${tests} for ${patientLine}`}
      confirm="Mark as sent"
      onConfirm={() => api.labOrders.sendLabOrder.mutate({ id })}
      done={() => {
        showToast('Order marked as sent.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        {NOTIFIED} Orders are not transmitted automatically: send the requisition, or use the
        laboratory&apos;s own portal.
      </p>
    </ConfirmDialog>
  );
}

export function OrderActions({ id, status, tests, patientLine, again, hideSend = false }: OrderActionsProps) {
  const router = useRouter();
  const done = (sentence: string) => () => {
    showToast(sentence);
    router.refresh();
  };
  const about = `${tests} for ${patientLine}`;
  return (
    <div className="mt-1 flex flex-wrap gap-x-4">
      {canSend(status) && !hideSend ? (
        <MarkAsSent id={id} tests={tests} patientLine={patientLine} weight="quiet" />
      ) : null}
      {canCollect(status) ? (
        <ConfirmDialog
          opener={{ label: 'Mark as collected', weight: 'quiet', name: `Mark as collected: ${tests}` }}
          title={`Specimen collected now? ${about}`}
          confirm="Mark as collected"
          onConfirm={() => api.labOrders.collectLabOrder.mutate({ id })}
          done={done('Order marked as collected.')}
        >
          <p className="mb-3">{NOTIFIED}</p>
        </ConfirmDialog>
      ) : null}
      {canReject(status) ? (
        <ReasonDialog
          id={`reject-reason-${id}`}
          maxLength={MAX_ORDER_REASON}
          opener={{ label: 'Rejected by lab', weight: 'quiet', name: `Rejected by lab: ${tests}` }}
          title={`Rejected by the laboratory? ${about}`}
          confirm="Mark as rejected"
          label="Reason given by the laboratory"
          onConfirm={(reason) => api.labOrders.rejectLabOrder.mutate({ id, reason })}
          done={done('Order marked as rejected.')}
        >
          <p className="mb-3">
            This closes the order. Later results are still filed. Connected systems are notified. This cannot
            be undone.
          </p>
        </ReasonDialog>
      ) : null}
      {canCancel(status) ? (
        <ReasonDialog
          id={`cancel-reason-${id}`}
          maxLength={MAX_ORDER_REASON}
          opener={{ label: 'Cancel order', weight: 'quiet', name: `Cancel order: ${tests}` }}
          title={`Cancel this order? ${about}`}
          confirm="Cancel order"
          keep="Keep order"
          onConfirm={(reason) => api.labOrders.cancelLabOrder.mutate({ id, reason })}
          done={done('Order canceled.')}
        >
          <p className="mb-3">
            Inform the laboratory too; later results are still filed. Connected systems are notified. This
            cannot be undone.
          </p>
        </ReasonDialog>
      ) : null}
      {again ? (
        <LinkButton href={again} weight="quiet" aria-label={`Order again: ${tests}`}>
          Order again
        </LinkButton>
      ) : null}
    </div>
  );
}
