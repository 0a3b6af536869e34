import type { Diagnosis } from '../../data-types/lab-order';
import { ORDER_STATUSES, type OrderStatus, type PRIORITIES } from '../../data-types/lab-order-codes';
import type { OutboundKind, TransmissionStatus } from '../../data-types/transmission-codes';
import { correctWords } from '../../shared/near-words';
import { QUEUED_WITHIN_MINUTES } from '../order-destinations/rules';

/** Statuses of lab orders and their labels. Shared with the browser: no zod here. */

export const ORDER_STATUS_WORDS: Record<OrderStatus, string> = {
  requested: 'Not sent',
  sent: 'Sent to lab',
  collected: 'Collected',
  in_progress: 'In progress',
  partially_resulted: 'Partial results',
  completed: 'Completed',
  cancelled: 'Canceled',
  rejected: 'Rejected by lab',
  failed: 'Sending failed',
};

export const TRANSMISSION_WORDS: Record<TransmissionStatus, string> = {
  not_applicable: 'On paper',
  queued: 'Queued',
  sent: 'Sent, awaiting answer',
  accepted: 'Accepted by lab',
  rejected: 'Rejected by lab',
  failed: 'Sending failed',
  cancel_requested: 'Cancellation requested',
  cancelled: 'Canceled',
  cancel_refused: 'Cancellation rejected',
};

/** Statuses of which the transmission says more. */
const BEFORE_COLLECTION: readonly OrderStatus[] = ['requested', 'sent'];
const ON_THE_WAY: readonly TransmissionStatus[] = ['queued', 'sent', 'accepted'];
const OF_CANCELLATION: readonly TransmissionStatus[] = ['cancel_requested', 'cancel_refused', 'failed'];

interface Sent {
  status: TransmissionStatus;
  message: OutboundKind | null;
  pending: boolean;
  /** A person must act, as it is queued for too long. */
  unsent: boolean;
}

export interface Transmitted extends Sent {
  accepted_at: string | Date | null;
}

/** How far the order is, whatever became of its cancellation. */
export function progressWord(status: OrderStatus, transmission: Transmitted): string {
  const { status: sending, unsent, accepted_at: acceptedAt } = transmission;
  if (!BEFORE_COLLECTION.includes(status)) return ORDER_STATUS_WORDS[status];
  if (sending === 'queued' && unsent) return ORDER_STATUS_WORDS.requested;
  if (ON_THE_WAY.includes(sending)) return TRANSMISSION_WORDS[sending];
  // A failed order has the status `failed`.
  return OF_CANCELLATION.includes(sending)
    ? TRANSMISSION_WORDS[acceptedAt ? 'accepted' : 'sent']
    : ORDER_STATUS_WORDS[status];
}

/** The one name of the state of an order, wherever it is shown. Its results matter more than its cancellation. */
export const orderStateWord = (status: OrderStatus, transmission: Transmitted): string =>
  isOpen(status) && status !== 'partially_resulted' && isCanceling(transmission)
    ? transmissionWord(transmission)
    : progressWord(status, transmission);

export const CANCELLATION_UNSENT = 'Cancellation not sent';

/** The laboratory was asked to cancel, or the request could not be sent: the order is neither canceled nor failed. */
export const isCanceling = ({ status, message }: Pick<Sent, 'status' | 'message'>): boolean =>
  status === 'cancel_requested' || (status === 'failed' && message === 'cancellation');

export function transmissionWord(transmission: Sent): string {
  const { status, pending, unsent } = transmission;
  if (status === 'queued' && unsent) return ORDER_STATUS_WORDS.requested;
  if (!isCanceling(transmission)) return TRANSMISSION_WORDS[status];
  if (status === 'failed' || unsent) return CANCELLATION_UNSENT;
  return pending ? 'Cancellation queued' : TRANSMISSION_WORDS.cancel_requested;
}

interface Undelivered {
  status: OrderStatus;
  priority: (typeof PRIORITIES)[number];
  updatedAt: Date;
  transmission: Pick<Sent, 'status' | 'pending'> & { paused: boolean; failing_since: string | Date | null };
}

/**
 * From when on a person must act, in milliseconds; `Infinity` if never. The lists find these orders by `isUnsent` and
 * `isCancellationLate`.
 */
export function unsentFrom({ status, priority, updatedAt, transmission }: Undelivered): number {
  const { status: sending, pending, paused, failing_since: failing } = transmission;
  const after = (minutes: number) => updatedAt.getTime() + minutes * 60_000;
  const isStat = priority === 'stat';
  if (sending === 'cancel_requested' && pending && isOpen(status))
    return paused ? 0 : after(QUEUED_WITHIN_MINUTES);
  if (sending === 'queued' && (status === 'requested' || status === 'collected'))
    return priority !== 'routine' && (paused || failing !== null)
      ? 0
      : after(isStat ? UNSENT_STAT_MINUTES : QUEUED_WITHIN_MINUTES);
  return sending === 'not_applicable' && status === 'requested' && isStat ? 0 : Infinity;
}

/** The laboratory may not get the order by transmission: it is called, or gets the requisition. */
export const needsRequisition = (status: OrderStatus, transmission: Sent): boolean =>
  status !== 'cancelled' &&
  !isCanceling(transmission) &&
  (transmission.status === 'rejected' ||
    transmission.status === 'failed' ||
    (transmission.status === 'queued' && transmission.unsent));

export const PRIORITY_WORDS: Record<(typeof PRIORITIES)[number], string> = {
  routine: 'Routine',
  urgent: 'Urgent',
  asap: 'ASAP',
  stat: 'STAT',
};

export const ORDER_ITEM_STATUS_WORDS = {
  ordered: 'Ordered',
  in_progress: 'In progress',
  resulted: 'Resulted',
  cancelled: 'Canceled',
  not_performed: 'Not performed',
} as const;

/** Of a test, wherever it is shown. */
export const FASTING_REQUIRED = 'Fasting required';

/** Before its answer: “Collected how?” already ends with a mark. */
export const askedWords = (question: string): string => (/[?:]$/.test(question) ? question : `${question}:`);

/** An answer as shown. */
export const answerWords = (type: string | undefined, value: string): string =>
  type === 'boolean' ? value.charAt(0).toUpperCase() + value.slice(1) : value;

/** The order number in a text, as it is read aloud or scanned; null for anything else. */
export function orderNumberIn(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{11}$/.test(digits) ? digits : null;
}

/** Whether a text may be a laboratory’s own number of an order. A date is not. */
export const mayBeLabNumber = (text: string): boolean =>
  /^(?=\S*\d)(?!\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$)\S{4,200}$/.test(text);

export const MAX_ORDER_REASON = 500;

/** How far ahead a collection may be planned. */
export const COLLECT_WITHIN_DAYS = 366;
/** Continue the name of the field. */
export const COLLECT_PAST = 'cannot be in the past';
export const COLLECT_RANGE = 'must be within one year from today';

/** In the portal, as many as fit on a requisition and on a claim. */
export const MOST_DIAGNOSES = 12;
export const MAX_DIAGNOSIS_DESCRIPTION = 200;

/** Stored form of a typed code: `e119` becomes `E11.9`. Anything else is only trimmed and capitalized. */
export function diagnosisCode(typed: string): string {
  const code = typed.trim().toUpperCase();
  return /^[A-Z][0-9][0-9A-Z]{2,5}$/.test(code) ? `${code.slice(0, 3)}.${code.slice(3)}` : code;
}

/** A usual reason for laboratory orders. */
export interface UsualDiagnosis {
  code: string;
  description: string;
  /** Everyday words for it. */
  words: string[];
}

export interface FoundDiagnosis {
  diagnosis: Diagnosis;
  /** Everyday words that match, if the description does not. */
  matched?: string;
  /** Only similar: found by correcting a typing error. */
  similar?: true;
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Diagnoses of a text, or else of its words with one typing error corrected.
 * @param known of earlier orders
 */
export function findDiagnoses(
  known: readonly Diagnosis[],
  usual: readonly UsualDiagnosis[],
  text: string,
): FoundDiagnosis[] {
  const found = matchDiagnoses(known, usual, text);
  if (found.length > 0) return found;
  const names = [
    ...known,
    ...usual.flatMap((one) => [one, ...one.words.map((description) => ({ description }))]),
  ];
  const own = new Set(names.flatMap(({ description }) => splitWords(description ?? '')));
  const meant = correctWords(splitWords(text), own).flatMap((words) =>
    matchDiagnoses(known, usual, words.join(' ')),
  );
  return meant
    .filter(({ diagnosis: { code } }, at) => meant.findIndex((one) => one.diagnosis.code === code) === at)
    .map((one) => ({ ...one, similar: true as const }));
}

/** Chapter O of ICD-10-CM. */
const isOfPregnancy = ({ code }: Diagnosis): boolean => code.startsWith('O');

/**
 * Diagnoses whose code starts with the text, or whose description and everyday words contain words that start with all of
 * its words. Those that may only seem to match are last: “pre diabetes” also starts the words of “diabetes in pregnancy”.
 * Among equal matches, those of pregnancy are last, then earlier diagnoses first, then names that start with the text.
 */
function matchDiagnoses(
  known: readonly Diagnosis[],
  usual: readonly UsualDiagnosis[],
  text: string,
): FoundDiagnosis[] {
  const words = splitWords(text);
  if (words.length === 0) return [];
  const bare = (code: string) => code.toLowerCase().replace('.', '');
  const start = bare(text.trim());
  const joined = words.join('');
  const startsName = (name: string) => splitWords(name).join('').startsWith(joined);
  const isIn = (name: string) => {
    const own = splitWords(name);
    return startsName(name) || words.every((word) => own.some((one) => one.startsWith(word)));
  };
  /** The last word may still be incomplete. */
  const hasWords = (name: string) => {
    const own = splitWords(name);
    return isIn(name) && words.slice(0, -1).every((word) => own.includes(word));
  };
  const isKnown = new Set(known.map(({ code }) => code));
  const find = (diagnosis: Diagnosis, names: readonly string[]) => {
    const isByCode = bare(diagnosis.code).startsWith(start);
    if (!isByCode && !names.some(startsName) && !isIn(names.join(' '))) return [];
    const isFirst = isByCode || names.some(startsName);
    const isClear = isFirst || hasWords(names.join(' '));
    const isNamed = isByCode || isIn(diagnosis.description ?? '');
    const matched = isNamed ? undefined : names.find(isIn);
    const lowers = [!isClear, isOfPregnancy(diagnosis), !isKnown.has(diagnosis.code), !isFirst];
    return [{ found: { diagnosis, ...(matched ? { matched } : {}) }, rank: lowers.map(Number).join('') }];
  };
  const byCode = new Map(usual.map((one) => [one.code, one]));
  const earlier = known.flatMap((diagnosis) => {
    const same = byCode.get(diagnosis.code);
    const described = { ...diagnosis, description: same?.description ?? diagnosis.description };
    return find(described, [described.description ?? '', ...(same?.words ?? [])]);
  });
  const others = usual
    .filter(({ code }) => !isKnown.has(code))
    .flatMap(({ code, description, words: own }) =>
      find({ code, system: 'icd-10-cm', description }, [description, ...own]),
    );
  return [...earlier, ...others].toSorted((a, b) => a.rank.localeCompare(b.rank)).map(({ found }) => found);
}

/** Of an order without `expected_by`: it never becomes overdue. */
export const NOT_FOLLOWED_UP = 'No expected date: the catalog has no turnaround time.';

/** When results of a STAT order are expected if no test has a turnaround time. */
export const STAT_HOURS = 24;

export const CLOSED_STATUSES: readonly OrderStatus[] = ['completed', 'cancelled', 'rejected'];

export const isOpen = (status: OrderStatus): boolean => !CLOSED_STATUSES.includes(status);

/** For users; once results have arrived, contact the laboratory instead. */
export const canCancel = (status: OrderStatus): boolean =>
  status !== 'partially_resulted' && canMove(status, 'cancelled');
export const canCollect = (status: OrderStatus): boolean => canMove(status, 'collected');
/** Only for orders on paper; `canSendAgain` for others. */
export const canSend = (status: OrderStatus): boolean => canMove(status, 'sent');
/** Whether the transmission ended without success, or never began. The laboratory must have a connection for orders. */
export const canSendAgain = (status: OrderStatus, transmission: TransmissionStatus): boolean =>
  transmission === 'not_applicable'
    ? status === 'requested' || status === 'failed'
    : (transmission === 'failed' || transmission === 'rejected') &&
      status !== 'partially_resulted' &&
      status !== 'completed' &&
      status !== 'cancelled';
/** For users; once results have arrived, the laboratory reports what it cannot perform. */
export const canReject = (status: OrderStatus): boolean =>
  status !== 'partially_resulted' && canMove(status, 'rejected');

/** Statuses before the collection. */
export const UNCOLLECTED_STATUSES: readonly OrderStatus[] = ['requested', 'sent', 'failed'];

interface Planned {
  status: OrderStatus;
  collect_on: string | null;
  collection: { collected_at: string | null } | null;
}

/** @param today in the time zone of the organization */
export const isDueForCollection = ({ status, collect_on, collection }: Planned, today: string): boolean =>
  collect_on !== null &&
  collect_on <= today &&
  !collection?.collected_at &&
  UNCOLLECTED_STATUSES.includes(status);

export const OPEN_STATUSES = ORDER_STATUSES.filter(isOpen).join(',');

const FORWARD: readonly OrderStatus[] = [
  'requested',
  'sent',
  'collected',
  'in_progress',
  'partially_resulted',
  'completed',
];

/**
 * Whether an order may change from one status to another. Forward only, steps may be skipped; a failed or rejected order
 * can be sent again or canceled; a canceled or rejected one otherwise changes only when a result arrives.
 */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return false;
  if (to === 'requested') return from === 'failed' || from === 'rejected';
  if (from === 'failed') return true;
  // A user closes one that is not ordered again.
  if (from === 'rejected' && to === 'cancelled') return true;
  if (from === 'cancelled' || from === 'rejected') return to === 'partially_resulted' || to === 'completed';
  if (to === 'cancelled' || to === 'rejected' || to === 'failed') return from !== 'completed';
  return FORWARD.indexOf(to) > FORWARD.indexOf(from);
}

/** Transmissions that need a person, like a rejected order, for how long after the last change of the order. */
export const STOPPED_TRANSMISSIONS = [
  'rejected',
  'failed',
  'cancel_refused',
] as const satisfies readonly TransmissionStatus[];
export const STOPPED_DAYS = 30;
/** How long the form of a new order shows that a test has a result. */
export const RESULTED_HOURS = 72;
/** A queued STAT order needs a person if it is not sent within these minutes. */
export const UNSENT_STAT_MINUTES = 5;
/** A request to cancel that is not answered within these hours needs a person too, for as long as it is open. */
export const CANCELLATION_ANSWER_HOURS = 24;
