import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { OrderList } from '@/components/orders/order-list';
import { MicroIdentity } from '@/components/patients/micro-identity';
import { EmptyState } from '@/components/ui/empty-state';
import { Missing } from '@/components/ui/missing';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { OPEN_STATUSES } from '@/server/domain/lab-orders/rules';

export const metadata: Metadata = { title: 'Orders' };

const PATH = '/orders';
const VIEWS = ['open', 'all', 'overdue'] as const;
const MOST_OVERDUE = 50;

export default async function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const cursor = queryParam(query, 'cursor');
  const view = VIEWS.find((name) => name === queryParam(query, 'view')) ?? 'open';
  const { caller, today } = await getPageContext();
  const filter = {
    all: {},
    overdue: { overdue: 'true' },
    open: { status: OPEN_STATUSES, overdue: 'false' },
  } as const;
  const showsOverdue = view === 'open' && !cursor;
  const [list, overdue] = await Promise.all([
    orFirstPage(
      caller.labOrders.listLabOrders({ ...filter[view], limit: 25, ...(cursor ? { cursor } : {}) }),
      view === 'open' ? PATH : `${PATH}?view=${view}`,
    ),
    showsOverdue ? caller.labOrders.listLabOrders({ overdue: 'true', limit: MOST_OVERDUE }) : null,
  ]);
  const late = overdue?.data ?? [];
  const ids = [...new Set([...late, ...list.data].map(({ patient_id }) => patient_id))];
  const { data } = await caller.patients.listIdentities({ ids });
  const patients = new Map(data.map((patient) => [patient.id, patient]));
  const identity = ({ patient_id }: { patient_id: string }) => {
    const patient = patients.get(patient_id);
    return patient ? <MicroIdentity patient={patient} today={today} /> : <Missing />;
  };
  const words = {
    all: { title: 'All orders', none: 'No orders yet.' },
    overdue: { title: 'Overdue', none: 'No overdue orders.' },
    open: { title: 'Open', none: 'No other open orders.' },
  }[view];
  return (
    <MainArea>
      <PageHeading title="Orders">
        {view === 'open' ? 'Completed, canceled and rejected orders are hidden. ' : ''}
        {view === 'open' ? (
          <TextLink href={`${PATH}?view=all`}>Show all orders</TextLink>
        ) : (
          <TextLink href={PATH}>Show open orders</TextLink>
        )}
      </PageHeading>
      {showsOverdue && late.length > 0 ? (
        <section aria-labelledby="overdue" className="mb-8">
          <SectionHeading id="overdue" title="Overdue" />
          <OrderList orders={late} caption="Overdue orders" identity={identity} />
          {overdue?.next_cursor ? (
            <p className="mt-2">
              <TextLink href={`${PATH}?view=overdue`}>All overdue orders</TextLink>
            </p>
          ) : null}
        </section>
      ) : null}
      <section aria-labelledby="orders">
        <SectionHeading id="orders" title={words.title} />
        {list.data.length === 0 ? (
          <EmptyState title={words.none}>To order tests, open a patient.</EmptyState>
        ) : (
          <OrderList orders={list.data} caption={words.title} identity={identity} />
        )}
      </section>
      <Pager
        path={PATH}
        query={{ view: view === 'open' ? undefined : view }}
        next={list.next_cursor}
        isFirst={!cursor}
      />
    </MainArea>
  );
}
