import { joinTests } from '@/server/domain/lab-results/rules';
import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { OrderActions } from '@/components/orders/order-actions';
import { OrderList } from '@/components/orders/order-list';
import { orderAgain } from '@/components/orders/order-sheet';
import { keysOfOrders } from '@/components/patients/chart-keys';
import { NewInChart } from '@/components/patients/new-in-chart';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { canSendAgain, isOpen } from '@/server/domain/lab-orders/rules';

interface OrdersPageProps {
  params: Promise<{ patientId: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: OrdersPageProps): Promise<Metadata> {
  const { patientId } = await params;
  return { title: pageTitle(await getPatient(patientId), 'Orders') };
}

/** Of the orders on one page of the list. */
const urgency = ({ overdue, priority, status }: LabOrder): number =>
  overdue ? 2 : priority === 'stat' && isOpen(status) ? 1 : 0;

export default async function OrdersPage({ params, searchParams }: OrdersPageProps) {
  const [{ patientId }, query] = await Promise.all([params, searchParams]);
  const [{ caller, session, mayOrder, today, now }, patient] = await Promise.all([
    getPageContext(),
    getPatient(patientId),
  ]);
  const cursor = queryParam(query, 'cursor');
  const base = `/patients/${patient.id}/orders`;
  const input = { patient_id: patient.id, limit: 25, ...(cursor ? { cursor } : {}) };
  const list = await orFirstPage(caller.labOrders.listLabOrders(input), base);
  // Overdue first, then STAT; the sort is stable, so newest first stays within the groups.
  const orders = list.data.toSorted((a, b) => urgency(b) - urgency(a));
  const isUntransmitted = ({ status, transmission }: LabOrder) =>
    transmission.status === 'not_applicable' && canSendAgain(status, transmission.status);
  const connected =
    mayOrder && orders.some(isUntransmitted)
      ? (await caller.labOrders.listOpenTests({ patient_id: patient.id })).connected_labs.map(({ id }) => id)
      : [];
  const action =
    mayOrder && patient.status === 'active' ? (
      <LinkButton href={`${base}/new`}>Order tests</LinkButton>
    ) : null;
  const news = (
    <NewInChart
      kind="orders"
      input={input}
      shown={keysOfOrders(list)}
      since={session.position}
      empty={
        <EmptyState title="No orders.">Orders placed here or by connected systems appear here.</EmptyState>
      }
    />
  );
  return (
    <MainArea>
      {orders.length > 0 ? news : null}
      <PageHeading title="Orders" actions={action} />
      {orders.length === 0 ? (
        news
      ) : (
        <OrderList
          orders={orders}
          caption="Lab orders"
          today={today}
          now={now}
          {...(mayOrder
            ? {
                actions: (order) => (
                  <OrderActions
                    key={`${order.id} ${order.version}`}
                    id={order.id}
                    status={order.status}
                    transmission={order.transmission}
                    version={order.version}
                    orderedAt={order.created_at}
                    hasCollection={Boolean(order.collection?.collected_at)}
                    tests={joinTests(order.items.map(({ name }) => name))}
                    patientLine={patientLine(patient)}
                    again={action && orderAgain(order)}
                    isConnected={connected.includes(order.lab_id ?? '')}
                    compact
                  />
                ),
              }
            : {})}
        />
      )}
      <Pager path={base} query={{}} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
