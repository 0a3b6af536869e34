/** Texts about the sending of orders. */
import type {
  AcknowledgmentMode,
  OrderMessageType,
  OrderMessageVersion,
  ProcessingId,
} from '@/server/data-types/order-message-codes';
import type { OutboundFailure, OutboundKind, OutboundStatus } from '@/server/data-types/transmission-codes';
import type { OrderDestination } from '@/server/domain/order-destinations/contract';
import { count } from '../../format/numbers';
import type { Format } from '../../format/format';
import { isQueuedTooLong } from './feed-health';

export const ORDER_TRANSPORT_WORDS: Readonly<Record<OrderDestination['transport'], string>> = {
  mllp: 'MLLP',
  https: 'HTTPS',
  folder: 'Folder',
};

/** Message and version, as one choice. */
export const ORDER_MESSAGES: readonly {
  value: string;
  label: string;
  type: OrderMessageType;
  version: OrderMessageVersion;
}[] = [
  { value: 'oml-2.5.1', label: 'OML^O21, version 2.5.1', type: 'OML^O21', version: '2.5.1' },
  { value: 'orm-2.5.1', label: 'ORM^O01, version 2.5.1', type: 'ORM^O01', version: '2.5.1' },
  { value: 'orm-2.3.1', label: 'ORM^O01, version 2.3.1', type: 'ORM^O01', version: '2.3.1' },
];

export const PROCESSING_ID_WORDS: Readonly<Record<ProcessingId, string>> = {
  P: 'P, production',
  T: 'T, training',
  D: 'D, debugging',
};

export const ACKNOWLEDGMENT_WORDS: Readonly<Record<AcknowledgmentMode, string>> = {
  original: 'Original mode: AA, AE, AR',
  enhanced: 'Enhanced mode: CA first, then AA, AE, AR',
};

export const PROVIDER_WORDS: Readonly<Record<OrderDestination['provider_identifier_type'], string>> = {
  npi: 'NPI',
  laboratory: 'The number of the laboratory, otherwise the NPI',
};

export const KIND_WORDS: Readonly<Record<OutboundKind, string>> = {
  new_order: 'New order',
  cancellation: 'Cancellation',
};

export const OUTBOUND_WORDS: Readonly<Record<OutboundStatus, string>> = {
  queued: 'Queued',
  sent: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
};

export const FAILURE_WORDS: Readonly<Record<OutboundFailure, string>> = {
  not_writable: 'The message cannot be written in the character set.',
  blocked_address: 'The address is not allowed.',
  dns: 'The host name could not be resolved.',
  connection: 'No connection.',
  tls: 'TLS failed.',
  closed: 'The laboratory closed the connection.',
  timeout: 'No acknowledgment in time.',
  unreadable_answer: 'The acknowledgment is unreadable.',
  foreign_answer: 'The acknowledgment belongs to another message.',
  http_error: 'The laboratory returned an HTTP error.',
  folder: 'The file could not be written.',
};

/** What a status means, and what to do. */
export function outboundMeaning(kind: OutboundKind, status: OutboundStatus): string {
  const isNew = kind === 'new_order';
  switch (status) {
    case 'queued':
      return 'It is sent automatically.';
    case 'sent':
      return 'The laboratory has not acknowledged it yet.';
    case 'accepted':
      return isNew ? 'The laboratory has the order.' : 'The laboratory has canceled the order.';
    case 'rejected':
      return isNew
        ? 'The laboratory does not have the order. Correct the cause, then send it again from the order.'
        : 'The order stays open at the laboratory. Call the laboratory.';
    case 'failed':
      return isNew
        ? 'The laboratory does not have the order. Fix the cause, then send it again from the order.'
        : 'The laboratory may still perform the order. Call the laboratory.';
    case 'withdrawn':
      return isNew
        ? 'The order was canceled before it was sent. The laboratory never received it.'
        : 'Nothing was sent, as the order was no longer open.';
  }
}

export const isOutboundProblem = (status: OutboundStatus): boolean =>
  status === 'rejected' || status === 'failed';

/** State of the queue in one sentence. */
export function queueWords({ paused, queue }: OrderDestination, format: Format, now: number) {
  const { queued, oldest_queued_at: oldest, failed, last_accepted_at: accepted } = queue;
  const isLate = isQueuedTooLong({ queued_since: oldest }, now);
  const parts = [
    queued > 0
      ? `${count(queued, 'message')} queued${oldest ? `, the oldest since ${format.instant(oldest)}` : ''}.`
      : 'Nothing is queued.',
    failed > 0 ? `${count(failed, 'message')} failed in the last 30 days.` : '',
    accepted ? `Last acceptance ${format.instant(accepted)}.` : 'No order accepted yet.',
  ];
  return {
    word: paused ? 'Paused' : isLate ? 'Delayed' : 'Sending',
    hasProblem: paused || isLate || failed > 0,
    sentence: parts.filter(Boolean).join(' '),
  };
}
