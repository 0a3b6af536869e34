import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { unreadDays } from '@/components/format/day-range';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { connectionOptions, NO_CONNECTIONS } from '@/components/admin/laboratories/connection-choice';
import { messageFilter, messageInput } from '@/components/admin/laboratories/message-filter';
import { MessageList } from '@/components/admin/laboratories/message-list';
import { EmptyState } from '@/components/ui/empty-state';
import { InvalidDays } from '@/components/ui/invalid-days';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Laboratory messages' };

const PATH = '/admin/lab-connections/messages';

export default async function MessagesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { caller, format, mayAdminister, now } = await getPageContext();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Laboratory messages" />
        <NotAllowed what="read messages of laboratories" />
      </MainArea>
    );
  const value = (name: string) => queryParam(given, name);
  const query = messageFilter.read(value);
  const cursor = queryParam(given, 'cursor');
  const [list, health] = await Promise.all([
    load(
      orFirstPage(
        caller.inboundMessages.listInboundMessages({
          limit: 50,
          ...(cursor ? { cursor } : {}),
          ...messageInput(query, format),
        }),
        hrefOf(PATH, query),
      ),
    ),
    load(caller.labConnections.getFeedHealth({})),
  ]);
  const unread = unreadDays(value);
  return (
    <MainArea>
      <PageHeading title="Laboratory messages">
        What laboratories sent, taken or not. Newest first, in the time of the organization, as of{' '}
        {format.instant(new Date(now).toISOString(), 'second')}.
      </PageHeading>
      <messageFilter.Form
        path={PATH}
        query={query}
        options={{ connection: connectionOptions(health.value?.feeds ?? [], query.connection) }}
      />
      {health.error ? (
        <FailedPart {...NO_CONNECTIONS} error={health.error} again={hrefOf(PATH, query)} />
      ) : null}
      <InvalidDays days={unread} />
      {list.error ? (
        <FailedPart what="The messages" error={list.error} again={hrefOf(PATH, query)} />
      ) : list.value.data.length > 0 ? (
        <MessageList messages={list.value.data} />
      ) : messageFilter.isActive(query) ? (
        <EmptyState
          title="No messages match this filter."
          action={<TextLink href={PATH}>Show everything</TextLink>}
        />
      ) : (
        <EmptyState title="No messages yet.">The first one appears when a laboratory sends it.</EmptyState>
      )}
      {list.value ? (
        <Pager path={PATH} query={query} next={list.value.next_cursor} isFirst={!cursor} />
      ) : null}
    </MainArea>
  );
}
