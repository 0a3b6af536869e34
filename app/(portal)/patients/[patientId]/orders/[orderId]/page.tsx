import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import type { OrderSheet } from '@/server/domain/lab-orders/sheet-contract';
import {
  isCanceling,
  isOpen,
  needsRequisition,
  orderStateWord,
  transmissionWord,
  unsentFrom,
} from '@/server/domain/lab-orders/rules';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { MainArea } from '@/components/shell/main-area';
import { PageKeys } from '@/components/shell/shortcuts/page-keys';
import { FollowOrder } from '@/components/orders/follow-order';
import { FocusRequisition, REQUISITION_LINK } from '@/components/orders/just-placed';
import { readOrderQuery } from '@/components/orders/order-filter';
import { OrderState } from '@/components/orders/order-list';
import { orderListHref } from '@/components/orders/order-views';
import { MarkAsSent, OrderActions } from '@/components/orders/order-actions';
import {
  orderAgain,
  OrderFacts,
  OrderHistory,
  OrderReports,
  OrderTests,
  testNames,
} from '@/components/orders/order-sheet';
import { SendOrder, TransmissionFacts, TransmissionNotice } from '@/components/orders/transmission';
import { SimulateResult } from '@/components/orders/simulate-result';
import { SaveOrderSet } from '@/components/orders/save-order-set';
import { noun } from '@/components/format/numbers';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { Fact } from '@/components/ui/facts';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

interface OrderPageProps {
  params: Promise<{ patientId: string; orderId: string }>;
  searchParams: Promise<Query>;
}

const openOrder = cache(async (patientId: string, id: string) => {
  const { caller } = await getPageContext();
  const sheet = await orNotFound(caller.labOrders.getOrderSheet({ id }));
  // The banner shows the patient of the URL: an order of another patient must never appear below it.
  if (sheet.order.patient_id !== patientId) notFound();
  return sheet;
});

export async function generateMetadata({ params }: OrderPageProps): Promise<Metadata> {
  const { patientId, orderId } = await params;
  const [patient, { order }] = await Promise.all([getPatient(patientId), openOrder(patientId, orderId)]);
  return { title: pageTitle(patient, `Order ${order.order_number}`) };
}

/** For screen readers, after a change. */
const stateSentence = ({ status, transmission }: LabOrder): string => {
  const state = orderStateWord(status, transmission);
  if (transmission.status === 'not_applicable') return state;
  return [...new Set([state, transmissionWord(transmission)])].join('. ');
};

/** `Infinity` if never, or already. */
function untilUnsent({ updated_at: at, ...order }: LabOrder): number {
  const ms = unsentFrom({ ...order, updatedAt: new Date(at) }) - Date.now();
  return order.transmission.unsent ? Infinity : ms;
}

function OrderLinks({ base, orders }: { base: string; orders: OrderSheet['replaces'] }) {
  return orders.map(({ id, order_number }) => (
    <TextLink key={id} href={`${base}/orders/${id}`} className="mr-3">
      {order_number}
    </TextLink>
  ));
}

export default async function OrderPage({ params, searchParams }: OrderPageProps) {
  const [{ patientId, orderId }, given] = await Promise.all([params, searchParams]);
  const query = readOrderQuery((name) => queryParam(given, name));
  const [{ mayOrder, session }, patient, sheet] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
    openOrder(patientId, orderId),
  ]);
  const { order, unmatched_report_ids: unmatched } = sheet;
  const base = `/patients/${patientId}`;
  const isOnPaper = order.transmission.status === 'not_applicable';
  const isPlaced = order.status === 'requested' && isOnPaper;
  const testIds = order.items.map(({ test_id }) => test_id).filter((id) => id !== null);
  const paper = `/print/orders/${order.id}`;
  // The notice below offers it, or the order is to be canceled.
  const hidesRequisition =
    needsRequisition(order.status, order.transmission) || isCanceling(order.transmission);
  const labels = isOpen(order.status) ? (
    <LinkButton href={`${paper}/labels`} weight="secondary">
      Labels
    </LinkButton>
  ) : null;
  const report = order.result_ids.length === 1 ? order.result_ids[0] : undefined;
  return (
    <MainArea>
      <PageKeys keys={[{ key: 'p', does: 'print the requisition', href: paper }]} />
      <PageHeading
        parent={{
          href: orderListHref(patientId, query),
          label: query.list ? 'Back to the list' : 'All orders',
        }}
        title={testNames(order)}
        actions={
          isPlaced ? null : (
            <>
              {report ? <LinkButton href={`${base}/results/${report}`}>Open report</LinkButton> : null}
              {order.result_ids.length > 1 ? <LinkButton href="#tests">Reports</LinkButton> : null}
              {hidesRequisition ? null : (
                <LinkButton href={paper} weight="secondary">
                  Requisition
                </LinkButton>
              )}
              {labels}
            </>
          )
        }
      >
        <OrderState order={order} />
      </PageHeading>
      <FollowOrder
        id={order.id}
        state={stateSentence(order)}
        isMoving={
          ['queued', 'sent', 'cancel_requested'].includes(order.transmission.status) ||
          (session.sandbox && isOpen(order.status))
        }
        isOver={
          order.transmission.paused ||
          order.transmission.unsent ||
          ['rejected', 'failed', 'cancel_refused'].includes(order.transmission.status)
        }
        isQueued={order.transmission.status === 'queued'}
        isCanceling={isCanceling(order.transmission)}
        isCanceled={order.status === 'cancelled'}
        lateInMs={untilUnsent(order)}
        since={session.position}
      />
      <FocusRequisition orderId={order.id} />
      {isPlaced ? (
        <Notice kind={order.transmission.unsent ? 'problem' : 'info'} word="" className="mb-4">
          {sheet.lab_is_connected
            ? `This order was not sent electronically.${mayOrder ? ' Send it, unless the laboratory already has the requisition.' : ''}`
            : 'Orders to this laboratory are not sent electronically. Print the requisition, or use the laboratory’s own portal.'}
          <span className="mt-2 flex flex-wrap gap-2">
            {mayOrder && sheet.lab_is_connected ? (
              <SendOrder
                id={order.id}
                transmission={order.transmission}
                label="Send"
                name={`Send order ${order.order_number}`}
              />
            ) : null}
            <LinkButton
              id={REQUISITION_LINK}
              href={paper}
              weight={sheet.lab_is_connected ? 'secondary' : 'primary'}
            >
              Print requisition
            </LinkButton>
            {labels}
            {mayOrder ? (
              <MarkAsSent
                id={order.id}
                tests={testNames(order)}
                patientLine={patientLine(patient)}
                weight="secondary"
              />
            ) : null}
          </span>
        </Notice>
      ) : null}
      <TransmissionNotice order={order} labName={sheet.lab_name ?? 'the laboratory'} mayOrder={mayOrder} />
      {sheet.ordered_again.length > 0 ? (
        <Notice word="" className="mb-4">
          Ordered again: <OrderLinks base={base} orders={sheet.ordered_again} />
        </Notice>
      ) : null}
      {unmatched.length > 0 ? (
        <Notice word="" className="mb-4">
          {unmatched.length === 1
            ? 'A report with this order number is unmatched.'
            : 'Reports with this order number are unmatched.'}
          {unmatched.map((id, index) => (
            <TextLink key={id} href={`/unmatched/${id}`} className="ml-3">
              Open report{unmatched.length > 1 ? ` ${index + 1}` : ''}
            </TextLink>
          ))}
        </Notice>
      ) : null}
      {mayOrder ? (
        <div className="mb-5">
          <OrderActions
            key={order.id}
            id={order.id}
            status={order.status}
            transmission={order.transmission}
            version={order.version}
            orderedAt={order.created_at}
            hasCollection={Boolean(order.collection?.collected_at)}
            tests={testNames(order)}
            patientLine={patientLine(patient)}
            again={patient.status === 'active' ? orderAgain(order) : null}
            hideSend={isPlaced}
          >
            {testIds.length > 0 ? <SaveOrderSet testIds={testIds} tests={testNames(order)} /> : null}
          </OrderActions>
        </div>
      ) : null}
      {session.sandbox && mayOrder ? <SimulateResult orderId={order.id} /> : null}
      <OrderFacts sheet={sheet} isFollowed>
        {sheet.reports.length > 0 ? (
          <Fact label={noun(sheet.reports.length, 'Report')}>
            <OrderReports sheet={sheet} />
          </Fact>
        ) : null}
        <TransmissionFacts order={order} />
        {sheet.replaces.length > 0 ? (
          <Fact label="Replaces rejected order">
            <OrderLinks base={base} orders={sheet.replaces} />
          </Fact>
        ) : null}
      </OrderFacts>
      <section aria-labelledby="tests" className="mb-8">
        <SectionHeading id="tests" title="Tests" />
        <OrderTests sheet={sheet} linked />
      </section>
      <section aria-labelledby="history">
        <SectionHeading id="history" title="History" />
        <OrderHistory sheet={sheet} />
      </section>
    </MainArea>
  );
}
