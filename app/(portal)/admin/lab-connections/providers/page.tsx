import type { Metadata } from 'next';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { ProviderList } from '@/components/lab-feeds/provider-list';
import { readMessageQuery } from '@/components/lab-feeds/message-query';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Choice } from '@/components/ui/filter-controls';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { one, openPortal, orFirstPage, settle, type Query } from '../../../open-portal';

export const metadata: Metadata = { title: 'Who orders · Clinical Data Service' };

const PATH = '/admin/lab-connections/providers';
const STATES = { unmapped: 'Not mapped', mapped: 'Mapped', all: 'All' } as const;
type State = keyof typeof STATES;

export default async function ProvidersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { caller, zone, mayAdminister } = await openPortal();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Who orders, as laboratories name them" />
        <NotAllowed what="map who orders" />
      </MainArea>
    );
  const asked = one(given, 'connection');
  const { connection } = readMessageQuery((name) => (name === 'connection' ? asked : undefined));
  const wanted = one(given, 'state') ?? '';
  const state = Object.hasOwn(STATES, wanted) ? (wanted as State) : 'unmapped';
  const cursor = one(given, 'cursor');
  const query = { connection, state: state === 'unmapped' ? undefined : state };
  const list = await orFirstPage(
    caller.inboundReports.listLabProviders({
      limit: 25,
      state,
      ...(connection ? { connection_id: connection } : {}),
      ...(cursor ? { cursor } : {}),
    }),
    hrefOf(PATH, query),
  );
  const health = await settle(caller.labConnections.getFeedHealth({}));
  return (
    <MainArea>
      <PageHeading title="Who orders, as laboratories name them">
        Reports without an order of ours name who ordered by a number of the laboratory. Mapped to a person,
        they wait in the inbox of that person; else for the patient’s clinician, or for anybody of the group.
      </PageHeading>
      <form action={PATH} method="get" className="mb-4 flex flex-wrap items-end gap-3">
        <Choice id="connection" label="Connection" value={connection} all="All connections">
          {(health.value?.feeds ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice id="state" label="State" value={query.state} all={STATES.unmapped}>
          <option value="mapped">{STATES.mapped}</option>
          <option value="all">{STATES.all}</option>
        </Choice>
        <Button type="submit" weight="secondary">
          Show
        </Button>
      </form>
      {list.data.length === 0 ? (
        <EmptyState title={state === 'unmapped' ? 'Everybody is mapped.' : 'Nobody was named yet.'}>
          Numbers appear here by themselves, when a report names one.
        </EmptyState>
      ) : (
        <>
          <ProviderList providers={list.data} zone={zone} />
          <NeedsScripts what="Mapping a number" />
        </>
      )}
      <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} />
    </MainArea>
  );
}
