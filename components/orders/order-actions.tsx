'use client';
/** Status changes of an order that users record: sent, collected, rejected, canceled. */
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import type { OrderStatus } from '@/server/data-types/lab-order-codes';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import {
  canCancel,
  canCollect,
  canReject,
  canSend,
  canSendAgain,
  isCanceling,
  MAX_ORDER_REASON,
} from '@/server/domain/lab-orders/rules';
import { api, onlyIf } from '../client/client';
import { Disclosure } from '../shell/disclosure';
import { buttonClass, type ButtonWeight } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { DialogSubject } from '../ui/dialog-subject';
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';
import { showToast } from '../ui/toast';
import { ReasonDialog } from '../ui/reason-dialog';
import { MarkAsCollected } from './mark-as-collected';
import { SendOrder } from './transmission';

interface OrderActionsProps {
  id: string;
  status: OrderStatus;
  transmission: LabOrder['transmission'];
  /** As shown: only this version is canceled or rejected. */
  version: number;
  orderedAt: string;
  tests: string;
  patientLine: string;
  /** The form filled from this order; null if no tests can be ordered for the patient. */
  again: string | null;
  /** The page shows `MarkAsSent` elsewhere. */
  hideSend?: boolean;
  /** A time of collection is known before the status is. */
  hasCollection?: boolean;
  /** In a list: the next step, and the others on demand. */
  compact?: boolean;
  /** In a list: orders to its laboratory are transmitted. */
  isConnected?: boolean;
  /** In a list of orders due for collection: the next step is the collection, sent or not. */
  isDue?: boolean;
  /** The order as an action left it, before the page is reloaded. */
  changed?: (order: LabOrder) => void;
  /** Further actions. */
  children?: ReactNode;
}

interface MarkAsSentProps extends Pick<OrderActionsProps, 'id' | 'tests' | 'patientLine' | 'changed'> {
  weight: ButtonWeight;
}

const NOTIFIED = 'The time is recorded, and connected systems are notified.';

/** For a laboratory without a connection for orders: a user sends the requisition and records it here. */
export function MarkAsSent({ id, tests, patientLine, weight, changed = () => {} }: MarkAsSentProps) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Mark as sent', weight, name: `Mark as sent: ${tests}` }}
      title="Sent to the laboratory?"
      confirm="Mark as sent"
      onConfirm={async () => changed(await api.labOrders.sendLabOrder.mutate({ id }))}
      done={() => {
        showToast('Order marked as sent.');
        router.refresh();
      }}
    >
      <DialogSubject what={tests} patientLine={patientLine} />
      <p className="mb-3">
        {NOTIFIED} This order was not sent electronically. Print the requisition, or use the laboratory’s own
        portal.
      </p>
    </ConfirmDialog>
  );
}

const CANCELLATION = {
  unsent: 'Results that still arrive will be filed. This cannot be undone.',
  paper: 'Notify the laboratory. Results that still arrive will be filed. This cannot be undone.',
  queued: 'It has not been sent yet. If it is sent meanwhile, the laboratory is asked to cancel it.',
  rejected: 'The laboratory rejected it and is not notified. Later results are still filed.',
  sent: 'The laboratory is asked to cancel it, and the order stays open until it confirms. Later results are still filed.',
} as const;

/** True also if the laboratory has answered meanwhile. */
function outcomeOf({ status, transmission }: LabOrder): string {
  if (status === 'cancelled') return 'Order canceled.';
  if (transmission.status !== 'cancel_requested')
    return 'The cancellation could not be sent. Call the laboratory.';
  return transmission.paused
    ? 'Cancellation not sent: sending to the laboratory is paused. Call the laboratory.'
    : 'Cancellation queued for sending.';
}

const ANSWERS = [
  {
    confirmed: true,
    label: 'Mark as canceled',
    question: 'Canceled by the laboratory?',
    button: 'Record answer',
    effect: 'The order is canceled without waiting for a message from the laboratory.',
    done: 'Order canceled.',
  },
  {
    confirmed: false,
    label: 'Mark cancellation as rejected',
    question: 'Cancellation rejected by the laboratory?',
    button: 'Record answer',
    effect: 'The order stays open.',
    done: 'Answer recorded.',
  },
];

/** A laboratory may answer a request to cancel by telephone, and some connections carry no answers. */
function CancellationAnswer({
  id,
  tests,
  patientLine,
  changed = () => {},
  answer: { confirmed, label, question, button, effect, done },
}: Omit<MarkAsSentProps, 'weight'> & { answer: (typeof ANSWERS)[number] }) {
  const router = useRouter();
  return (
    <ReasonDialog
      id={`answer-${confirmed}-${id}`}
      maxLength={MAX_ORDER_REASON}
      opener={{ label, weight: 'quiet', name: `${label}: ${tests}` }}
      title={question}
      confirm={button}
      label="What the laboratory said, and who said it"
      onConfirm={async (reason) =>
        changed(await api.labOrders.recordCancellationAnswer.mutate({ id, confirmed, reason }))
      }
      done={() => {
        showToast(done);
        router.refresh();
      }}
    >
      <DialogSubject what={tests} patientLine={patientLine} />
      <p className="mb-3">{effect} Connected systems are notified.</p>
    </ReasonDialog>
  );
}

async function undoCollection(id: string) {
  await api.labOrders.undoLabOrderCollection.mutate({ id });
  return { sentence: 'Undone. The order is not collected.' };
}

export function OrderActions(props: OrderActionsProps) {
  const { id, status, transmission, version, orderedAt, tests, patientLine, again, children } = props;
  const { hasCollection = false, hideSend = false, compact = false, isConnected = false } = props;
  const { isDue = false, changed = () => {} } = props;
  const router = useRouter();
  const done = (sentence: string) => () => {
    showToast(sentence);
    router.refresh();
  };
  const isOnPaper = transmission.status === 'not_applicable';
  const isQueued = transmission.status === 'queued';
  const onPaper = canSend(status) ? 'unsent' : 'paper';
  const onTheWay = isQueued ? 'queued' : 'sent';
  const cancellation = status === 'rejected' ? 'rejected' : isOnPaper ? onPaper : onTheWay;
  const line = <DialogSubject what={tests} patientLine={patientLine} />;
  const actions: ReactNode[] = [];
  // On the page of the order its notice has the button.
  if (compact && canSendAgain(status, transmission.status) && (isConnected || !isOnPaper)) {
    const label = isOnPaper ? 'Send' : isCanceling(transmission) ? 'Send cancellation again' : 'Send again';
    actions.push(
      <SendOrder
        key="transmit"
        id={id}
        transmission={transmission}
        label={label}
        name={`${label}: ${tests}`}
        weight="quiet"
        changed={changed}
      />,
    );
  }
  // Before the collection, for which an order that is being canceled gives no reason.
  if (isCanceling(transmission))
    actions.push(
      ...ANSWERS.map((answer) => (
        <CancellationAnswer
          key={answer.label}
          id={id}
          tests={tests}
          patientLine={patientLine}
          changed={changed}
          answer={answer}
        />
      )),
    );
  if (isOnPaper && canSend(status) && !hideSend)
    actions.push(
      <MarkAsSent
        key="send"
        id={id}
        tests={tests}
        patientLine={patientLine}
        weight="quiet"
        changed={changed}
      />,
    );
  if (canCollect(status))
    actions[isDue ? 'unshift' : 'push'](
      <MarkAsCollected
        key="collect"
        id={id}
        tests={tests}
        patientLine={patientLine}
        orderedAt={orderedAt}
        changed={changed}
        done={() => {
          showToast({
            sentence: 'Order marked as collected.',
            // A time that came with the order would be lost.
            ...(hasCollection ? {} : { undo: () => undoCollection(id) }),
          });
          router.refresh();
        }}
      />,
    );
  if (again)
    actions.push(
      <LinkButton key="again" href={again} weight="quiet" aria-label={`Order again: ${tests}`}>
        Order again
      </LinkButton>,
    );
  if (isOnPaper && canReject(status))
    actions.push(
      <ReasonDialog
        key="reject"
        id={`reject-reason-${id}`}
        maxLength={MAX_ORDER_REASON}
        opener={{ label: 'Mark as rejected', weight: 'quiet', name: `Mark as rejected: ${tests}` }}
        title="Rejected by the laboratory?"
        confirm="Mark as rejected"
        label="Reason given by the laboratory"
        onConfirm={async (reason) =>
          changed(await api.labOrders.rejectLabOrder.mutate({ id, reason }, onlyIf(version)))
        }
        done={done('Order marked as rejected.')}
      >
        {line}
        <p className="mb-3">
          This closes the order. Later results are still filed. Connected systems are notified. This cannot be
          undone.
        </p>
      </ReasonDialog>,
    );
  if (!isCanceling(transmission) && canCancel(status))
    actions.push(
      <ReasonDialog
        key="cancel"
        id={`cancel-reason-${id}`}
        maxLength={MAX_ORDER_REASON}
        opener={{ label: 'Cancel order', weight: 'quiet', name: `Cancel order: ${tests}` }}
        title="Cancel this order?"
        confirm="Cancel order"
        keep="Keep order"
        onConfirm={async (reason) => {
          // The question says that a queued order may be sent meanwhile.
          const seen = isQueued ? undefined : onlyIf(version);
          const order = await api.labOrders.cancelLabOrder.mutate({ id, reason }, seen);
          changed(order);
          showToast(outcomeOf(order));
        }}
        done={() => router.refresh()}
      >
        {line}
        <p className="mb-3">{CANCELLATION[cancellation]} Connected systems are notified.</p>
      </ReasonDialog>,
    );
  const shown = compact ? actions.slice(0, 1) : actions;
  const others = compact ? actions.slice(1) : [];
  return (
    <div className="relative mt-1 -ml-2 flex flex-wrap items-start gap-x-4 in-[.ruled-table]:ml-0">
      {shown}
      {others.length > 0 ? (
        <Disclosure className="group lg:relative">
          <summary aria-label={`More actions: ${tests}`} className={buttonClass('quiet')}>
            More
            <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
          </summary>
          {/* Over the next rows: rows that move as it closes would be missed, or mistaken for others. */}
          <div className="absolute top-full left-0 z-5 flex flex-col items-start rounded border-2 border-ink bg-paper px-3 py-2 whitespace-nowrap pointer-coarse:gap-y-3">
            {others}
          </div>
        </Disclosure>
      ) : null}
      {children}
    </div>
  );
}
