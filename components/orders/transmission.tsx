'use client';
/** What became of the message of an order: state, reason, and what the user can do. */
import { useFormat } from '#format';
import type { TransmissionStatus } from '@/server/data-types/transmission-codes';
import { REPORT_NUMBER_WORDS } from '@/server/domain/inbound-reports/rules';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { canSendAgain, orderStateWord, TRANSMISSION_WORDS } from '@/server/domain/lab-orders/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { count } from '../format/numbers';
import { Fact } from '../ui/facts';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { REQUISITION_LINK } from './just-placed';

interface TransmissionNoticeProps {
  order: LabOrder;
  labName: string;
  mayOrder: boolean;
}

/** Nothing for an order on paper, or one that the laboratory has accepted or canceled. */
export function TransmissionNotice({ order, labName, mayOrder }: TransmissionNoticeProps) {
  const format = useFormat();
  const { status, pending, paused, attempts, last_attempt_at: last, reason } = order.transmission;
  const lab = isolate(labName);
  const tried = last ? `${count(attempts, 'attempt')}, the last one ${format.instant(last, 'second')}.` : '';
  const sentences: Partial<Record<TransmissionStatus, string>> = {
    // The first attempt counts from its start.
    queued: paused
      ? `Not sent: sending to ${lab} is paused. Call the laboratory or print the requisition.`
      : !last
        ? `Not sent to ${lab} yet. Sending is automatic.`
        : attempts === 1
          ? `Being sent to ${lab} since ${format.instant(last, 'second')}. A failed attempt is retried automatically.`
          : `Not sent yet after ${tried} It is retried automatically.`,
    sent: `${lab} has received the order, but has not confirmed it yet.`,
    rejected: `${lab} rejected the order.`,
    failed: `The order could not be sent to ${lab}. ${tried}`,
    cancel_requested: paused
      ? `The request to cancel has not been sent: sending to ${lab} is paused. Call the laboratory.`
      : pending
        ? `The request to cancel has not been sent to ${lab} yet. Sending is automatic. The order stays open until the laboratory answers.`
        : `${lab} was asked to cancel the order and has not answered yet. The order stays open until then.`,
    cancel_refused: `${lab} did not cancel the order. Call the laboratory.`,
  };
  const sentence = sentences[status];
  if (!sentence) return null;
  const word = TRANSMISSION_WORDS[status];
  const isProblem = paused || status === 'rejected' || status === 'failed' || status === 'cancel_refused';
  return (
    <Notice
      kind={isProblem ? 'problem' : 'info'}
      // The heading of the page shows the state of the order.
      word={word === orderStateWord(order.status, status) ? '' : word}
      className="mb-4"
    >
      {sentence}
      {reason ? (
        <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">
          <bdi>{reason}</bdi>
        </p>
      ) : null}
      {isProblem && status !== 'cancel_refused' && status !== 'cancel_requested' ? (
        <span className="mt-2 flex flex-wrap gap-2">
          {mayOrder && canSendAgain(order.status, status) ? (
            <SendOrder id={order.id} label="Send again" name={`Send order ${order.order_number} again`} />
          ) : null}
          <LinkButton
            id={paused ? REQUISITION_LINK : undefined}
            href={`/print/orders/${order.id}`}
            weight={paused ? 'primary' : 'secondary'}
          >
            Print requisition
          </LinkButton>
        </span>
      ) : null}
    </Notice>
  );
}

/** Also for an order placed before its laboratory was connected. */
export const SendOrder = ({ id, label, name }: { id: string; label: string; name: string }) => (
  <ActionButton
    label={label}
    name={name}
    weight="primary"
    done="Order queued for sending."
    run={() => api.labOrders.sendLabOrderAgain.mutate({ id })}
  />
);

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
