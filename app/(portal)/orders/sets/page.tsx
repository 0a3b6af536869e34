import { joinTests } from '@/server/domain/lab-results/rules';
import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { NewOrderSet } from '@/components/orders/new-order-set';
import { OrderSetActions } from '@/components/orders/order-set-actions';
import { MainArea } from '@/components/shell/main-area';
import { Cell, DataTable, Row, RowHead } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Order sets' };

export default async function OrderSetsPage() {
  const { caller, mayOrder, mayAdminister } = await getPageContext();
  const { data } = await caller.orderSets.listOrderSets({});
  return (
    <MainArea>
      <PageHeading
        {...(mayAdminister ? {} : { parent: { href: '/orders', label: 'All orders' } })}
        title="Order sets"
        actions={mayOrder ? <NewOrderSet /> : null}
      >
        Tests that are ordered together, for all users of the organization.
      </PageHeading>
      {data.length === 0 ? (
        <EmptyState title="No order sets.">
          {mayOrder ? 'Create one here, or save the tests of an order as a set.' : 'Clinicians create them.'}
        </EmptyState>
      ) : (
        <DataTable
          caption="Order sets"
          columns={['Name', 'Laboratory', 'Tests', ...(mayOrder ? [{ hidden: 'Actions' }] : [])]}
        >
          {data.map((set) => (
            <Row key={set.id}>
              <RowHead>
                <bdi>{set.name}</bdi>
              </RowHead>
              <Cell label="Laboratory">{set.lab.name}</Cell>
              <Cell label="Tests">
                {joinTests(set.tests.map(({ name }) => name))}
                {set.missing.map(({ id, name }) => (
                  <span key={id} className="block">
                    {name} <strong>No longer offered</strong>
                  </span>
                ))}
              </Cell>
              {mayOrder ? (
                <Cell>
                  <OrderSetActions set={set} />
                </Cell>
              ) : null}
            </Row>
          ))}
        </DataTable>
      )}
    </MainArea>
  );
}
