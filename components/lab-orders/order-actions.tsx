'use client';
/** What people do to an order on its way: the specimen was taken, or it is no longer wanted. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { OrderStatus } from '@/server/domain/lab-orders/rules';
import { canCancel, canCollect, MAX_CANCEL_REASON } from '@/server/domain/lab-orders/rules';
import { api } from '../api/client';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';

interface OrderActionsProps {
  id: string;
  status: OrderStatus;
  /** What was ordered, for the question. */
  tests: string;
  patientLine: string;
}

export function OrderActions({ id, status, tests, patientLine }: OrderActionsProps) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const done = (sentence: string) => () => {
    announce(sentence);
    router.refresh();
  };
  return (
    <div className="mt-1 flex flex-wrap gap-x-4">
      {canCollect(status) ? (
        <ConfirmDialog
          opener={{ label: 'Collected', weight: 'quiet', name: `Collected: ${tests}` }}
          title={`Specimen collected now? ${tests} for ${patientLine}`}
          confirm="Mark as collected"
          keep="Not yet"
          act={() => api.labOrders.collectLabOrder.mutate({ id })}
          done={done('Marked as collected.')}
        >
          <p className="mb-3">The moment is kept with the order, and connected systems are told.</p>
        </ConfirmDialog>
      ) : null}
      {canCancel(status) ? (
        <ConfirmDialog
          opener={{
            ...{ label: 'Cancel', weight: 'quiet', name: `Cancel: ${tests}` },
            onOpen: () => setReason(''),
          }}
          title={`Cancel this order? ${tests} for ${patientLine}`}
          confirm="Cancel the order"
          keep="Keep it"
          ready={reason.trim() !== ''}
          act={() => api.labOrders.cancelLabOrder.mutate({ id, reason: reason.trim() })}
          done={done('The order is cancelled.')}
        >
          <p className="mb-3">
            It stays in the list with your reason, and connected systems are told. Tell the laboratory as
            well: a result that arrives all the same is filed. This cannot be undone; order anew instead.
          </p>
          <TextArea
            id={`cancel-reason-${id}`}
            label="Why it is cancelled"
            maxLength={MAX_CANCEL_REASON}
            rows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
