'use client';
/** What became of the message of an order: state, reason, and what the user can do. */
import { useFormat } from '#format';
import type { TransmissionStatus } from '@/server/data-types/transmission-codes';
import { REPORT_NUMBER_WORDS } from '@/server/domain/inbound-reports/rules';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import {
  canSendAgain,
  isCanceling,
  needsRequisition,
  orderStateWord,
  TRANSMISSION_WORDS,
  transmissionWord,
} from '@/server/domain/lab-orders/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { count } from '../format/numbers';
import { Fact } from '../ui/facts';
import type { ButtonWeight } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { QUEUED_FOR_SENDING } from './follow-order';
import { REQUISITION_LINK } from './just-placed';

interface TransmissionNoticeProps {
  order: LabOrder;
  labName: string;
  mayOrder: boolean;
}

/** Nothing for an order on paper, or one that the laboratory has accepted or canceled. */
export function TransmissionNotice({ order, labName, mayOrder }: TransmissionNoticeProps) {
  const format = useFormat();
  const { transmission } = order;
  const { status, pending, paused, unsent, attempts, last_attempt_at: last, reason } = transmission;
  const { failing_since: failing } = transmission;
  const isOfCancellation = isCanceling(transmission);
  const lab = isolate(labName);
  const lastOne = attempts === 1 ? '' : ' the last one';
  const tried = last ? `${count(attempts, 'attempt')},${lastOne} ${format.instant(last, 'second')}.` : '';
  const fails = failing ? `: sending has failed since ${format.instant(failing)}.` : '';
  const sentences: Partial<Record<TransmissionStatus, string>> = {
    // The first attempt counts from its start.
    queued: paused
      ? unsent
        ? `Not sent: sending to ${lab} is paused. Call the laboratory or print the requisition.`
        : `Sending to ${lab} is paused. The order is sent when sending resumes.`
      : unsent
        ? `Not sent to ${lab}${fails || '.'} It is retried automatically. Call the laboratory or print the requisition. ${tried}`
        : failing
          ? `Not sent to ${lab} yet${fails} It is retried automatically.`
          : !last
            ? `Not sent to ${lab} yet. Sending is automatic.`
            : attempts === 1
              ? `Being sent to ${lab} since ${format.instant(last, 'second')}. A failed attempt is retried automatically.`
              : `Not sent yet after ${tried} It is retried automatically.`,
    sent: `${lab} has received the order, but has not confirmed it yet.`,
    rejected: `${lab} rejected the order.`,
    failed: isOfCancellation
      ? `The cancellation could not be sent to ${lab}. Call the laboratory. ${tried}`
      : `The order could not be sent to ${lab}. ${tried}`,
    cancel_requested: paused
      ? `The request to cancel has not been sent: sending to ${lab} is paused. Call the laboratory.`
      : unsent
        ? `The request to cancel has not been sent to ${lab}${fails || '.'} Call the laboratory. ${tried}`
        : failing
          ? `The request to cancel has not been sent to ${lab} yet${fails} It is retried automatically.`
          : pending
            ? `The request to cancel has not been sent to ${lab} yet. Sending is automatic. The order stays open until the laboratory answers.`
            : `${lab} was asked to cancel the order and has not answered yet. The order stays open until then.`,
    cancel_refused: `${lab} did not cancel the order. Call the laboratory.`,
  };
  const sentence = sentences[status];
  if (!sentence) return null;
  const word = transmissionWord(transmission);
  const isProblem =
    unsent ||
    failing ||
    (status === 'rejected' && order.status !== 'cancelled') ||
    status === 'failed' ||
    status === 'cancel_refused';
  const isForPaper = needsRequisition(order.status, transmission);
  return (
    <Notice
      kind={isProblem ? 'problem' : 'info'}
      // The heading of the page shows the state of the order. An order that is held is not a problem yet.
      word={word === orderStateWord(order.status, transmission) && (isProblem || !paused) ? '' : word}
      className="mb-4"
    >
      {sentence}
      {reason ? (
        <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">
          <bdi>{reason}</bdi>
        </p>
      ) : null}
      {isForPaper || (mayOrder && status === 'failed') ? (
        <span className="mt-2 flex flex-wrap gap-2">
          {mayOrder && canSendAgain(order.status, status) ? (
            <SendOrder
              id={order.id}
              transmission={transmission}
              label={isOfCancellation ? 'Send cancellation again' : 'Send again'}
              name={`Send ${isOfCancellation ? 'cancellation of order' : 'order'} ${order.order_number} again`}
            />
          ) : null}
          {isForPaper ? (
            <LinkButton
              id={status === 'queued' ? REQUISITION_LINK : undefined}
              href={`/print/orders/${order.id}`}
              weight={status === 'queued' ? 'primary' : 'secondary'}
            >
              Print requisition
            </LinkButton>
          ) : null}
        </span>
      ) : null}
    </Notice>
  );
}

interface SendOrderProps extends Pick<LabOrder, 'id' | 'transmission'> {
  label: string;
  /** For screen readers. */
  name: string;
  weight?: ButtonWeight;
  changed?: (order: LabOrder) => void;
}

/** Also for an order placed before its laboratory was connected. */
export function SendOrder(props: SendOrderProps) {
  const { id, transmission, label, name, weight = 'primary', changed = () => {} } = props;
  return (
    <ActionButton
      label={label}
      name={name}
      weight={weight}
      done={isCanceling(transmission) ? 'Cancellation queued for sending.' : QUEUED_FOR_SENDING}
      run={async () => changed(await api.labOrders.sendLabOrderAgain.mutate({ id }))}
    />
  );
}

export function TransmissionFacts({ order }: { order: LabOrder }) {
  const format = useFormat();
  const { status, accepted_at: accepted, filler_order_number: filler } = order.transmission;
  if (status === 'not_applicable') return null;
  return (
    <>
      {accepted ? <Fact label={TRANSMISSION_WORDS.accepted}>{format.instant(accepted)}</Fact> : null}
      {filler ? (
        <Fact label={REPORT_NUMBER_WORDS.filler}>
          <bdi>{filler}</bdi>
        </Fact>
      ) : null}
    </>
  );
}
