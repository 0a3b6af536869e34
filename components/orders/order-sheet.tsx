/** The facts of an order, on its page and on its requisition. */
import { joinTests } from '@/server/domain/lab-results/rules';
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import type { OrderSheet } from '@/server/domain/lab-orders/sheet-contract';
import {
  answerWords,
  askedWords,
  FASTING_REQUIRED,
  isOpen,
  ORDER_ITEM_STATUS_WORDS,
  ORDER_STATUS_WORDS,
  TRANSMISSION_WORDS,
  UNCOLLECTED_STATUSES,
} from '@/server/domain/lab-orders/rules';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { isNormal, markOfReport } from '../results/marks';
import { MARK_TONES, MarkShapeIcon } from '../results/result-mark';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Fact } from '../ui/facts';
import { Missing } from '../ui/missing';
import { TextLink } from '../ui/text-link';
import { PriorityMark } from './priority-mark';

export const testNames = (order: LabOrder): string => joinTests(order.items.map(({ name }) => name));

/** The form for an order like this one. */
export const orderAgain = (order: LabOrder): string =>
  `/patients/${order.patient_id}/orders/new?again=${order.id}`;

/** In the history the first step is an action, not a state. */
const STEP_WORDS = { ...ORDER_STATUS_WORDS, requested: 'Placed' };

function actorName({ names }: OrderSheet, by: string): string {
  if (names[by]) return isolate(names[by]);
  if (by === 'system') return 'the system';
  return by.startsWith('key_') ? 'an integration' : 'a former member';
}

/** Nothing follows a canceled or rejected order, or one that could not be sent. */
const isExpected = ({ status }: LabOrder): boolean => isOpen(status) || status === 'completed';

interface OrderFactsProps {
  sheet: OrderSheet;
  /** Not on the requisition, which the laboratory reads. */
  isFollowed?: boolean;
  children?: ReactNode;
}

export function OrderFacts({ sheet, isFollowed = false, children }: OrderFactsProps) {
  const format = useFormat();
  const { order } = sheet;
  const clinician = order.ordering_clinician;
  const clinicianName = clinician?.name ?? (clinician?.user_id ? sheet.names[clinician.user_id] : undefined);
  const collected = order.collection?.collected_at;
  return (
    <dl className="mb-6 grid gap-x-8 border-t-2 border-ink whitespace-pre-wrap *:border-b *:border-line *:py-1.5 sm:grid-cols-2 print:grid-cols-2">
      <Fact label="Order number">
        <span className="text-value font-semibold">{order.order_number}</span>
        {order.external_id ? ` (${order.external_id})` : ''}
      </Fact>
      <Fact label="Priority">
        <span className={order.priority === 'routine' ? '' : 'text-value'}>
          <PriorityMark priority={order.priority} />
        </span>
      </Fact>
      <Fact label="Ordered">
        {format.instant(order.created_at)}
        {order.created_by === 'system' ? '' : ` by ${actorName(sheet, order.created_by)}`}
      </Fact>
      <Fact label="Ordering clinician">
        <bdi>{clinicianName ?? <Missing />}</bdi>
        {clinician?.npi ? `, NPI ${clinician.npi}` : ''}
      </Fact>
      <Fact label="Laboratory">{sheet.lab_name ?? order.lab_id ?? <Missing />}</Fact>
      {isExpected(order) && (order.expected_by || (isFollowed && isOpen(order.status))) ? (
        <Fact label="Expected by">
          {order.expected_by ? format.deadline(order.expected_by) : 'No turnaround time in the catalog'}
          {order.overdue ? <strong className="ml-2 text-abnormal">Overdue</strong> : null}
        </Fact>
      ) : null}
      {order.collect_on ? (
        <Fact label="Collect on">
          <span className={collected ? '' : 'text-value font-semibold'}>{formatDate(order.collect_on)}</span>
        </Fact>
      ) : null}
      {collected ? (
        <Fact label="Specimen collected">
          {format.clinical(collected, order.collection?.collected_at_precision)}
          {order.collection?.collector ? ` by ${isolate(order.collection.collector)}` : ''}
        </Fact>
      ) : null}
      {order.fasting === null ? null : <Fact label="Fasting">{order.fasting ? 'Yes' : 'No'}</Fact>}
      {order.diagnoses.length > 0 ? (
        <Fact label="Diagnoses">
          {order.diagnoses
            .map(({ code, description }) => [code, description].filter(Boolean).join(' '))
            .join('\n')}
        </Fact>
      ) : null}
      {order.copy_to.length > 0 ? (
        <Fact label="Copy to">{order.copy_to.map((id) => actorName(sheet, id)).join(', ')}</Fact>
      ) : null}
      {order.notes ? <Fact label="Note to the laboratory">{order.notes}</Fact> : null}
      {children}
    </dl>
  );
}

/** The flag of reports; a plain normal one needs none. */
export function ReportFlag({ status, severity }: Pick<OrderSheet['reports'][number], 'status' | 'severity'>) {
  const mark = markOfReport({
    status,
    severity,
    worst_interpretation: null,
    worst_interpretation_source: null,
  });
  if (isNormal(mark)) return null;
  return (
    <span className={`inline-flex items-center gap-1 align-bottom font-semibold ${MARK_TONES[mark.tone]}`}>
      <MarkShapeIcon mark={mark} />
      {mark.word}
    </span>
  );
}

interface ReportLinkProps {
  sheet: OrderSheet;
  id: string;
}

function ReportLink({ sheet: { order, reports }, id }: ReportLinkProps) {
  const at = reports.findIndex((one) => one.id === id);
  return (
    <TextLink href={`/patients/${order.patient_id}/results/${id}`} className="mr-2 whitespace-nowrap">
      {reports.length > 1 && at >= 0 ? `Report ${at + 1}` : 'Report'}
    </TextLink>
  );
}

/** With the flag of its most severe line, which may be of any of its tests. */
export function OrderReports({ sheet }: { sheet: OrderSheet }) {
  return sheet.reports.map((report) => (
    <p key={report.id}>
      <ReportLink sheet={sheet} id={report.id} />
      <ReportFlag {...report} />
    </p>
  ));
}

/** “Not performed” is said of a specimen, which a laboratory that rejects the order never had. */
export const itemWord = (order: LabOrder, { status }: Pick<LabOrder['items'][number], 'status'>): string =>
  order.status === 'rejected' && status === 'not_performed' ? 'Rejected' : ORDER_ITEM_STATUS_WORDS[status];

interface OrderTestsProps {
  sheet: OrderSheet;
  /** With status, links to reports and tests that were not ordered; not when printed. */
  linked?: boolean;
}

export function OrderTests({ sheet, linked = false }: OrderTestsProps) {
  const { order, questions, fasting_test_ids: fasting } = sheet;
  const columns = ['Test', 'Code', 'Specimen', ...(linked ? ['Status'] : [])];
  return (
    <DataTable caption="Tests" columns={columns}>
      {order.items.map((item) => (
        <Row key={item.id}>
          <RowHead>
            <bdi>{item.name}</bdi>
            {item.test_id && fasting.includes(item.test_id) ? (
              <span className="block text-sm">{FASTING_REQUIRED}</span>
            ) : null}
            {item.answers.map(({ question_id, value }) => {
              const question = questions.find(
                (one) => one.test_id === item.test_id && one.question_id === question_id,
              );
              return (
                <span
                  key={question_id}
                  className="block text-sm font-normal whitespace-pre-wrap wrap-anywhere text-ink-2"
                >
                  {askedWords(question?.text ?? question_id)}{' '}
                  {question?.type === 'date' ? formatDate(value) : answerWords(question?.type, value)}
                </span>
              );
            })}
          </RowHead>
          <Cell label="Code">
            {item.code}
            {item.loinc ? <span className="block text-sm text-ink-2">LOINC {item.loinc}</span> : null}
          </Cell>
          <Cell label="Specimen">{item.specimen ?? <Missing />}</Cell>
          {linked ? (
            <Cell label="Status">
              {itemWord(order, item)}{' '}
              {item.result_id ? <ReportLink sheet={sheet} id={item.result_id} /> : null}
            </Cell>
          ) : null}
        </Row>
      ))}
      {linked
        ? order.added_tests.map((added, index) => (
            <Row key={index}>
              <RowHead>
                <bdi>{added.name}</bdi>
                <span className="block text-sm font-normal text-ink-2">
                  {added.is_reflex ? 'Added by the laboratory' : 'Not ordered'}
                </span>
              </RowHead>
              <Cell label="Code">
                {added.code}
                {added.loinc ? <span className="block text-sm text-ink-2">LOINC {added.loinc}</span> : null}
              </Cell>
              <Cell label="Specimen">
                <Missing />
              </Cell>
              <Cell label="Status">
                {ORDER_ITEM_STATUS_WORDS[added.status]} <ReportLink sheet={sheet} id={added.result_id} />
              </Cell>
            </Row>
          ))
        : null}
    </DataTable>
  );
}

type Step = OrderSheet['order']['status_history'][number];

function byWhom({ status, source, by }: Step, sheet: OrderSheet): string {
  if (status === 'cancelled' && sheet.order.transmission.status === 'cancelled' && source === 'message')
    return ', confirmed by the laboratory';
  // "Sent to lab" and "Rejected by lab" name the laboratory.
  if (source === 'message') return status === 'sent' || status === 'rejected' ? '' : ' by the laboratory';
  return by === 'system' ? '' : ` by ${actorName(sheet, by)}`;
}

interface Entry {
  at: string;
  word: string;
  whom: string;
  reason: string | null;
}

export function OrderHistory({ sheet }: { sheet: OrderSheet }) {
  const format = useFormat();
  const { accepted_at: acceptedAt } = sheet.order.transmission;
  const { status_history: history } = sheet.order;
  const wordOf = ({ status, source, at }: Step, index: number): string =>
    history[index - 1]?.status === 'collected' && UNCOLLECTED_STATUSES.includes(status)
      ? 'Collection undone'
      : // An acknowledgment of receipt is not an acceptance.
        status === 'sent' &&
          source === 'message' &&
          acceptedAt &&
          format.instant(at) === format.instant(acceptedAt)
        ? TRANSMISSION_WORDS.accepted
        : status === 'collected' && source !== 'message'
          ? 'Marked as collected'
          : STEP_WORDS[status];
  /** Users enter it later. */
  const collectedOf = ({ status, source, at }: Step, index: number): string => {
    // Not of one that was undone.
    if (index !== history.findLastIndex((step) => step.status === 'collected')) return '';
    const { collected_at: time, collected_at_precision: precision } = sheet.order.collection ?? {};
    if (status !== 'collected' || source === 'message' || !time) return '';
    const collected = format.clinical(time, precision);
    return collected === format.instant(at) ? '' : `, collected ${collected}`;
  };
  const requests = sheet.cancellations.map(({ at, by, reason }): Entry => ({
    at,
    word: TRANSMISSION_WORDS.cancel_requested,
    whom: by === 'system' ? '' : ` by ${actorName(sheet, by)}`,
    reason,
  }));
  const rejections = sheet.cancellations.flatMap(({ rejected }): Entry[] =>
    rejected ? [{ ...rejected, word: TRANSMISSION_WORDS.cancel_refused, whom: '' }] : [],
  );
  /** An order placed on paper is sent for the first time. */
  const queuedWord = (index: number): string =>
    history[index - 1]?.status === 'requested' ? TRANSMISSION_WORDS.queued : 'Queued again';
  const steps = history.map((step, index): Entry => {
    // The laboratory repeats the reason of the request.
    const isRepeated =
      step.status === 'cancelled' &&
      requests.some(({ at, reason }) => at <= step.at && reason === step.reason);
    return {
      at: step.at,
      word:
        index > 0 && step.status === 'requested' && history[index - 1]?.status !== 'collected'
          ? queuedWord(index)
          : wordOf(step, index),
      whom: `${byWhom(step, sheet)}${collectedOf(step, index)}`,
      reason: isRepeated ? null : step.reason,
    };
  });
  const entries = [...steps, ...requests, ...rejections].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
  return (
    <ol className="border-t-2 border-ink">
      {entries.map(({ at, word, whom, reason }, index) => (
        <li key={index} className="border-b border-line py-2">
          <span className="font-semibold">{word}</span> {format.instant(at)}
          {whom}
          {reason ? (
            <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
              “<bdi>{reason}</bdi>”
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
