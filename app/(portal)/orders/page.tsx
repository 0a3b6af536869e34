import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { isolate } from '@/components/format/isolate';
import { FollowRestrictions } from '@/components/restricted-charts/follow-restrictions';
import { MainArea } from '@/components/shell/main-area';
import { orderFilter } from '@/components/orders/order-filter';
import { NewInOrders } from '@/components/orders/new-in-orders';
import { OrderWorkList } from '@/components/orders/order-work-list';
import {
  ORDER_VIEW_WORDS,
  ORDER_VIEWS,
  orderViewHref,
  orderViews,
  type OrderQuery,
} from '@/components/orders/order-views';
import { ViewLinks } from '@/components/ui/view-links';
import { keysOfOrders } from '@/components/patients/chart-keys';
import { MicroIdentity } from '@/components/patients/micro-identity';
import { patientLine } from '@/components/patients/patient-view';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { Missing } from '@/components/ui/missing';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { OPEN_STATUSES, orderNumberIn } from '@/server/domain/lab-orders/rules';
import { showId } from '@/server/shared/ids';

export const metadata: Metadata = { title: 'Orders' };

const PATH = '/orders';
const MOST_OVERDUE = 50;

export default async function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const cursor = queryParam(query, 'cursor');
  const asked = orderFilter.read((name) => queryParam(query, name));
  // Its number finds an order in any state.
  const view = asked.number
    ? 'all'
    : (ORDER_VIEWS.find((name) => name === queryParam(query, 'view')) ?? 'open');
  const { caller, session, mayOrder, today, now } = await getPageContext();
  const mine = asked.by === 'me' ? { ordering_user_id: showId('user', session.userId) } : {};
  const filter = {
    all: asked.number ? { order_number: orderNumberIn(asked.number) ?? asked.number.slice(0, 20) } : {},
    overdue: { overdue: 'true', sort: '-priority' },
    stopped: { stopped: 'true', sort: '-updated_at' },
    open: { status: OPEN_STATUSES, overdue: 'false', sort: '-priority' },
  } as const;
  const showsOverdue = view === 'open' && !cursor;
  const page = { ...mine, limit: 25, ...(cursor ? { cursor } : {}) };
  const [dueInput, input] = view === 'due' ? [page, null] : [null, { ...filter[view], ...page }];
  /** The laboratory’s own number may look like ours. */
  const numberInput =
    asked.number && !cursor ? { filler_order_number: asked.number, limit: 25, ...mine } : null;
  const overdueInput = showsOverdue
    ? { overdue: 'true' as const, sort: '-priority' as const, limit: MOST_OVERDUE, ...mine }
    : null;
  const [list, numbered, overdue, counts] = await Promise.all([
    orFirstPage(
      input ? caller.labOrders.listLabOrders(input) : caller.labOrders.listDueOrders(dueInput!),
      asked.number ? hrefOf(PATH, asked) : orderViewHref(view, asked.by),
    ),
    numberInput && caller.labOrders.listLabOrders(numberInput),
    overdueInput && caller.labOrders.listLabOrders(overdueInput),
    caller.labOrders.countOrders(mine),
  ]);
  const late = overdue?.data ?? [];
  const others = numbered?.data.filter(({ id }) => !list.data.some((order) => order.id === id)) ?? [];
  const listed = [...list.data, ...others];
  const ids = [...new Set([...late, ...listed].map(({ patient_id }) => patient_id))];
  const { data } = await caller.patients.listIdentities({ ids });
  const patients = new Map(data.map((patient) => [patient.id, patient]));
  const rowOf = (order: LabOrder) => {
    const patient = patients.get(order.patient_id);
    // A restricted chart is opened first.
    const mayChange = mayOrder && patient && patient.birth_date !== null;
    return {
      order,
      identity: patient ? <MicroIdentity patient={patient} today={today} /> : <Missing />,
      patientLine: mayChange ? patientLine(patient) : null,
      isConnected: counts.connected_labs.includes(order.lab_id ?? ''),
    };
  };
  const opened: OrderQuery = { list: 'all', ...(view === 'open' || asked.number ? {} : { view }), ...asked };
  const title = asked.number
    ? listed.length > 0
      ? `Order ${asked.number}`
      : 'Order number'
    : view === 'all'
      ? 'All orders'
      : ORDER_VIEW_WORDS[view];
  const none = asked.by
    ? `No orders${asked.number ? ' with this number' : ''} that you ordered.`
    : {
        all: asked.number ? `No order has the number “${isolate(asked.number)}”.` : 'No orders yet.',
        due: 'No orders due for collection.',
        overdue: 'No overdue orders.',
        stopped: 'No orders need attention.',
        open: 'No other open orders.',
      }[view];
  return (
    <MainArea>
      <FollowRestrictions since={session.position} />
      <NewInOrders
        due={dueInput}
        lists={[input, numberInput, overdueInput].filter((one) => one !== null)}
        shown={[list, numbered, overdue].flatMap((one) => (one ? keysOfOrders(one) : []))}
        since={session.position}
      />
      <PageHeading
        title="Orders"
        actions={
          <LinkButton href={`${PATH}/sets`} weight="secondary">
            Order sets
          </LinkButton>
        }
      >
        {view === 'open' ? 'Completed, canceled and rejected orders are hidden.' : null}
      </PageHeading>
      <ViewLinks
        label="Order lists"
        links={orderViews(counts, asked.by)}
        current={asked.number ? null : orderViewHref(view, asked.by)}
      />
      <orderFilter.Form
        folds
        path={PATH}
        query={asked}
        kept={view === 'open' || asked.number ? null : <input type="hidden" name="view" value={view} />}
      />
      {showsOverdue ? (
        <section aria-labelledby="overdue" className="mb-8 not-has-[table]:hidden">
          <SectionHeading id="overdue" title="Overdue" />
          <OrderWorkList
            rows={late.map(rowOf)}
            key={JSON.stringify(opened)}
            caption="Overdue orders"
            today={today}
            now={now}
            query={opened}
          />
          {overdue?.next_cursor ? (
            <p className="mt-2">
              <TextLink href={orderViewHref('overdue', asked.by)}>All overdue orders</TextLink>
            </p>
          ) : null}
        </section>
      ) : null}
      <section aria-labelledby="orders">
        <SectionHeading id="orders" title={title} />
        <OrderWorkList
          key={JSON.stringify([opened, cursor])}
          rows={listed.map(rowOf)}
          caption={title}
          today={today}
          now={now}
          query={opened}
        >
          <EmptyState
            title={none}
            action={
              asked.number ? (
                <LinkButton href={hrefOf('/patients', { q: asked.number })} weight="secondary">
                  Search patients
                </LinkButton>
              ) : null
            }
          >
            {asked.number
              ? 'Enter the complete order number, or the number given by the laboratory.'
              : 'To order tests, open a patient.'}
          </EmptyState>
        </OrderWorkList>
      </section>
      <Pager
        path={PATH}
        query={asked.number ? asked : { view: view === 'open' ? undefined : view, by: asked.by }}
        next={list.next_cursor}
        isFirst={!cursor}
      />
    </MainArea>
  );
}
